/** Worst first, as lists of them are shown. */
export const severities = ['CRITICAL', 'MAJOR', 'MODERATE', 'LOW'] as const
export type SeverityLevel = (typeof severities)[number]

interface Shape {
  readonly path: string
  readonly className: 'sev-line' | 'sev-solid' | 'sev-fill' | 'sev-bang'
}

/**
 * The marks of severities on a square of 16: shape carries the rank (ring, diamond, triangle, octagon), ink grows with the danger,
 * colour only repeats it.
 */
export const severityShapes: Readonly<Record<SeverityLevel, readonly Shape[]>> = {
  LOW: [{ path: 'M3.25 8a4.75 4.75 0 1 0 9.5 0a4.75 4.75 0 1 0 -9.5 0Z', className: 'sev-line' }],
  MODERATE: [{ path: 'M8 1.9 14.1 8 8 14.1 1.9 8Z', className: 'sev-line' }],
  MAJOR: [{ path: 'M8 2.2 14.6 13.6H1.4Z', className: 'sev-solid' }],
  CRITICAL: [
    { path: 'M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1Z', className: 'sev-fill' },
    { path: 'M8 4.2v4.6M8 11.6v.2', className: 'sev-bang' },
  ],
}

/** The worse of two; null: none. */
export const worseOf = (one: SeverityLevel | null, other: SeverityLevel | null): SeverityLevel | null =>
  severities.find(level => level === one || level === other) ?? null
