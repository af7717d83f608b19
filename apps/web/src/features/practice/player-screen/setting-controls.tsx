import '@mantine/core/styles/Slider.css';
import { Slider, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './setting-controls.module.css';

/** A group of controls with a label for screen readers. */
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

/** A slider that shows its value, and reports it on release. */
export function LabelledSlider({
  label,
  hint,
  value,
  range: [min, max, step],
  format,
  onChange,
}: SliderProps) {
  const [draggedValue, setDraggedValue] = useState<number | null>(null);
  const displayed = draggedValue ?? value;
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
        onChange={setDraggedValue}
        onChangeEnd={(released) => {
          setDraggedValue(null);
          onChange(Math.round(released * 100) / 100);
        }}
      />
    </div>
  );
}
