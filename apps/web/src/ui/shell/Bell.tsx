import { number } from '@steading/locales/format'
import { IconBell } from '@tabler/icons-react'
import { useText } from '../../platform/texts.tsx'
import { Link } from '../Link.tsx'
import { SeverityMark, severities, severityWord } from '../marks/SeverityMark.tsx'
import type { OpenCounts } from './navigation/sections.ts'

/** The bell is not a dot: it says how many, and how bad, before it is opened. On a phone the worst mark and the total. */
export function Bell({ href, counts, current = false }: { href: string; counts: OpenCounts | undefined; current?: boolean }) {
  const t = useText()
  const present = counts ? severities.filter(level => counts[level] > 0) : []
  const total = counts ? severities.reduce((sum, level) => sum + counts[level], 0) : 0
  const worst = present[0]
  const each = present.map(level => t('bell.severity', { count: counts?.[level] ?? 0, severity: t(severityWord[level]) }))
  return (
    <Link className={worst ? 'bell' : 'bell quiet'} href={href} aria-current={current ? 'page' : undefined}>
      <span className="vh">{[t('bell.total', { count: total }), ...each].join(', ')}</span>
      <IconBell size={18} aria-hidden />
      {present.map(level => (
        <span key={level} className="bell-part" aria-hidden>
          <SeverityMark level={level} size={14} mute />
          <b className="num">{number(counts?.[level], t)}</b>
        </span>
      ))}
      {worst && (
        <span className="bell-worst" aria-hidden>
          <SeverityMark level={worst} size={16} mute />
          <b className="num">{number(total, t)}</b>
        </span>
      )}
    </Link>
  )
}
