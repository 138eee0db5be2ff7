import { IconAlertTriangle } from '@tabler/icons-react'
import { createContext, type ReactNode, use } from 'react'
import { Link } from '../ui/Link.tsx'
import { useHasLinks } from './source/source.ts'
import './widgets.css'

/** What a widget says below its content: which sensors its house lacks, and since when no values come. */
export const WidgetRemark = createContext<string | undefined>(undefined)

/**
 * The frame of every widget: name, place, what stands at the right, body. `hot`: its value is past a limit (a bar at the left,
 * not a red card). `stale`: its sensor is silent; the value turns grey and the body says since when.
 */
export const Widget = ({
  name,
  place,
  href,
  hot = false,
  stale = false,
  right,
  flush = false,
  children,
}: {
  name: string
  place?: string | undefined
  /** Where its sensor or device is told about at length. */
  href?: string | undefined
  hot?: boolean
  stale?: boolean
  right?: ReactNode
  flush?: boolean
  children: ReactNode
}) => {
  const hasLinks = useHasLinks()
  const remark = use(WidgetRemark)
  return (
    <article className={`widget${hot ? ' hot' : ''}${stale ? ' stale' : ''}`} aria-label={place ? `${name}, ${place}` : name}>
      <div className="w-head">
        <h2 title={name}>{href && hasLinks ? <Link href={href}>{name}</Link> : name}</h2>
        {place && <span className="w-place">{place}</span>}
        {stale && <IconAlertTriangle size={14} className="w-stale" aria-hidden />}
        {right && <span className="w-right">{right}</span>}
      </div>
      <div className={flush ? 'w-body flush' : 'w-body'}>{children}</div>
      {remark && <p className="w-missing">{remark}</p>}
    </article>
  )
}
