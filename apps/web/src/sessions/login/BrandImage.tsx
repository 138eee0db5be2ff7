import type { ReactNode } from 'react'
import type { Brand } from '../../theme/brand.ts'

/** The plan of three houses, one of them awake. */
const houses = (
  <svg className="art" viewBox="0 0 520 332" aria-hidden>
    {[0, 1, 2].map(row => {
      const y = 12 + row * 112
      const awake = row === 1
      const vents = Array.from({ length: 23 }, (_, at) => `M${40 + at * 20} ${y + 6}v10M${40 + at * 20} ${y + 68}v10`).join('')
      return (
        <g key={row}>
          <path d={`M20 ${y}H500V${y + 84}H20Z`} className={awake ? 'a3' : 'a1'} />
          <path d={`M20 ${y + 42}H500`} className="a2 dash" />
          <path d={vents} className="a2" />
          {[0, 1, 2, 3].map(sensor => (
            <circle key={sensor} cx={80 + sensor * 120} cy={y + 42} r="5" className={awake && sensor === 2 ? 'a4' : 'a5'} />
          ))}
          <path d={`M500 ${y + 20}h14M500 ${y + 42}h14M500 ${y + 64}h14`} className="a1" />
        </g>
      )
    })}
  </svg>
)

/** A bus with its meters. */
const bus = (
  <svg className="art bleed" preserveAspectRatio="xMidYMid slice" viewBox="0 0 520 360" aria-hidden>
    <path d="M0 180H520" className="a3" />
    {Array.from({ length: 9 }, (_, at) => {
      const x = 30 + at * 58
      const up = at % 2 === 0
      const length = 50 + ((at * 37) % 70)
      const y = up ? 180 - length : 180 + length
      return (
        <g key={x}>
          <path d={`M${x} 180V${y}`} className="a2" />
          <rect x={x - 15} y={up ? y - 30 : y} width="30" height="30" rx="2" className={at === 4 ? 'a4' : 'a1'} />
          <circle cx={x} cy="180" r="4" className="a5" />
        </g>
      )
    })}
  </svg>
)

/** A river plain. */
const plain = (
  <svg className="art bleed" preserveAspectRatio="none" viewBox="0 0 520 360" aria-hidden>
    {Array.from({ length: 13 }, (_, at) => (
      <path
        key={at}
        d={`M0 ${70 + at * 23}C130 ${20 + at * 27} 200 ${150 + at * 15} 320 ${104 + at * 19}S470 ${70 + at * 23} 520 ${96 + at * 20}`}
        className={at === 6 || at === 7 ? 'a3' : 'a1'}
      />
    ))}
  </svg>
)

const pictures: Readonly<Record<Brand['picture'], ReactNode>> = { houses, bus, plain }

/** Image of the brand on the login page. */
export const BrandPicture = ({ of: brand }: { of: Brand }) => pictures[brand.picture]
