import '@mantine/core/styles/Slider.css';
import { Slider, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './setting-controls.module.css';

/** A control with a label that screen readers read with it. */
export function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={classes.choice}>
      <legend>{label}</legend>
      {children}
    </fieldset>
  );
}

type SliderProps = {
  label: string;
  hint?: string;
  value: number;
  /** Minimum, maximum and step. */
  range: [number, number, number];
  format: (value: number) => string;
  onChange: (value: number) => void;
};

/** A slider that always shows its value, and reports it on release. */
export function LabelledSlider({
  label,
  hint,
  value,
  range: [min, max, step],
  format,
  onChange,
}: SliderProps) {
  const [moving, setMoving] = useState<number | null>(null);
  const displayed = moving ?? value;
  return (
    <div>
      <div className={classes.line}>
        <Text fw={500} size="sm">
          {label}
        </Text>
        <Text size="sm" className={classes.value}>
          {format(displayed)}
        </Text>
      </div>
      {hint && (
        <Text size="xs" c="dimmed" mb="xs">
          {hint}
        </Text>
      )}
      <Slider
        min={min}
        max={max}
        step={step}
        value={displayed}
        label={null}
        thumbLabel={label}
        thumbValueText={format(displayed)}
        thumbSize={20}
        onChange={setMoving}
        onChangeEnd={(settled) => {
          setMoving(null);
          onChange(Math.round(settled * 100) / 100);
        }}
      />
    </div>
  );
}
