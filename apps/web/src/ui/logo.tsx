/** A speech bubble with three sound bars. Decorative: the name is next to it. */
export function Logo() {
  return (
    <svg viewBox="0 0 64 64" width={30} height={30} aria-hidden="true">
      <path
        fill="var(--mantine-primary-color-filled)"
        d="M12 6h40a8 8 0 0 1 8 8v26a8 8 0 0 1-8 8H30L16 60V48h-4a8 8 0 0 1-8-8V14a8 8 0 0 1 8-8Z"
      />
      <g stroke="#fff" strokeWidth="5" strokeLinecap="round">
        <path d="M19 22v10M32 16v22M45 22v10" />
      </g>
    </svg>
  );
}
