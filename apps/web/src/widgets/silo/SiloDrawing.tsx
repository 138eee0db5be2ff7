import { number } from '@steading/locales/format'
import { useText } from '../../platform/texts.tsx'

const TOP = 16
const CONE = 74
const BOTTOM = 98
/** A cylinder on a cone. */
const body = `M8 ${TOP}H56V${CONE}L38 ${BOTTOM}H26L8 ${CONE}Z`

/** A silo with its level; without a capacity nobody knows how full it is, and it is drawn empty and dashed. */
export function SiloDrawing({ percent, isDue, words }: { percent: number | null; isDue: boolean; words: string }) {
  const t = useText()
  const share = percent === null ? 0 : Math.min(100, Math.max(0, percent)) / 100
  const surface = BOTTOM - share * (BOTTOM - TOP)
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, in the colours of the page
    <svg className={isDue ? 'silo-drawing due' : 'silo-drawing'} viewBox="0 0 64 118" role="img" aria-label={words}>
      <path d="M12 116V80M52 116V80" className="silo-leg" />
      <path d={`M8 ${TOP}L28 4H36L56 ${TOP}`} className="silo-wall" />
      <path d={body} className="silo-inside" />
      <path d={levelPath(surface)} className="silo-feed" />
      <path d={body} className={percent === null ? 'silo-wall unknown' : 'silo-wall'} />
      <text x="32" y={percent !== null && surface > 60 ? surface - 6 : 52} className="silo-percent">
        {percent === null ? '?' : `${number(percent, t, 0)} %`}
      </text>
    </svg>
  )
}

/** The feed below a height of the drawing. */
function levelPath(surface: number): string {
  if (surface <= CONE) return `M8 ${surface}H56V${CONE}L38 ${BOTTOM}H26L8 ${CONE}Z`
  const narrow = (18 * (surface - CONE)) / (BOTTOM - CONE)
  return `M${8 + narrow} ${surface}H${56 - narrow}L38 ${BOTTOM}H26Z`
}
