import { number } from '@steading/locales/format'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../platform/texts.tsx'
import { lazyComponent } from '../../lazy/lazyComponent.tsx'
import { Link } from '../../Link.tsx'
import type { OpenCounts, Person, Section } from './sections.ts'

const MoreDrawer = lazyComponent(() => import('./MoreDrawer.tsx'), 'overlay')

/** The bar at the thumb, below 768 px: four sections and the drawer of the others. */
export function BottomBar({
  sections,
  person,
  counts,
}: {
  sections: readonly (Section & { readonly bar: boolean })[]
  person: Person
  counts: OpenCounts | undefined
}) {
  const t = useText()
  const [more, setMore] = useState<'never' | 'open' | 'closed'>('never')
  const open = counts ? counts.CRITICAL + counts.MAJOR + counts.MODERATE + counts.LOW : 0
  const first = sections.filter(section => section.bar).slice(0, 4)
  const rest = sections.filter(section => !first.includes(section))
  return (
    <>
      <nav className="bottombar" aria-label={t('nav.main')}>
        {first.map(({ key, name, href, icon: Icon, current }) => (
          <Link key={key} href={href} aria-current={current ? 'page' : undefined}>
            <span className="bottombar-icon">
              <Icon size={22} stroke={1.7} aria-hidden />
              {key === 'events' && open > 0 && (
                <b className={counts?.CRITICAL ? 'num critical' : 'num'} aria-hidden>
                  {open > 99 ? '99+' : number(open, t)}
                </b>
              )}
            </span>
            {name}
          </Link>
        ))}
        <button
          type="button"
          aria-expanded={more === 'open'}
          aria-current={rest.some(one => one.current) ? 'true' : undefined}
          onClick={() => setMore('open')}
        >
          <span className="bottombar-icon">
            <IconDots size={22} stroke={1.7} aria-hidden />
          </span>
          {t('nav.more')}
        </button>
      </nav>
      {more !== 'never' && <MoreDrawer open={more === 'open'} close={() => setMore('closed')} sections={rest} person={person} />}
    </>
  )
}
