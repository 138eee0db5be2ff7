import './chart.css'

/** The course of a value in a few pixels, beside the value itself; it breaks where data are missing. */
export function Sparkline({
  values,
  times,
  limit,
  steps = false,
  bad = false,
  width = 110,
  height = 34,
}: {
  values: readonly (number | null)[]
  /** When each value was; left out, they are equally far apart. */
  times?: readonly number[] | undefined
  limit?: number | undefined
  /** Holds its value until the next one. */
  steps?: boolean | undefined
  bad?: boolean
  width?: number
  height?: number
}) {
  const known = values.filter(value => value !== null)
  const last = values.findLastIndex(value => value !== null)
  const end = values[last]
  if (known.length < 2 || end === undefined || end === null) return null
  const low = Math.min(...known, limit ?? Number.POSITIVE_INFINITY)
  const high = Math.max(...known, limit ?? Number.NEGATIVE_INFINITY)
  const place = (at: number) => times?.[at] ?? at
  const begin = place(0)
  const span = place(values.length - 1) - place(0)
  const x = (at: number) => (((place(at) - begin) / (span || 1)) * (width - 6) + 1).toFixed(1)
  const y = (value: number) => (high === low ? height / 2 : 3 + (1 - (value - low) / (high - low)) * (height - 6)).toFixed(1)
  let pen = 'M'
  let path = ''
  for (const [at, value] of values.entries()) {
    if (value === null) pen = 'M'
    else {
      path += steps && pen === 'L' ? `H${x(at)}V${y(value)}` : `${pen}${x(at)} ${y(value)}`
      pen = 'L'
    }
  }
  const line = bad ? 's-bad' : 's1'
  return (
    <svg className="spark" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      {limit !== undefined && <line x1="0" x2={width} y1={y(limit)} y2={y(limit)} className="spark-limit" />}
      <path d={path} className={line} fill="none" strokeWidth="1.6" strokeLinejoin="round" strokeLinecap="round" />
      <circle cx={x(last)} cy={y(end)} r="2.6" className={`${line} dot`} />
    </svg>
  )
}
