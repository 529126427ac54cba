/** One of several, with what it is called. */
interface Segment<Value extends string> {
  readonly value: Value
  readonly label: string
}

interface SegmentsProps<Value extends string> {
  /** What is chosen, for who cannot see it. */
  readonly label: string
  readonly segments: readonly Segment<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** A choice of few, all of them in sight. */
export const Segments = <Value extends string>({ label, segments, value, onChange }: SegmentsProps<Value>) => (
  <fieldset className="flex h-8.5 rounded-md border border-edge bg-raised p-0.5 shadow-low">
    <legend className="sr-only">{label}</legend>
    {segments.map((segment) => (
      <label
        key={segment.value}
        className="flex cursor-pointer items-center rounded-sm px-2.5 text-sm font-medium text-soft select-none hover:text-ink has-checked:bg-hover has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent"
      >
        <input
          type="radio"
          name={label}
          value={segment.value}
          checked={segment.value === value}
          onChange={() => onChange(segment.value)}
          className="sr-only"
        />
        {segment.label}
      </label>
    ))}
  </fieldset>
)
