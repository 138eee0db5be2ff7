import type { Dashboard } from '@steading/contract/widgets/dashboards'
import { IconHome, IconPlus, IconStarFilled } from '@tabler/icons-react'
import { to } from '../../platform/navigation/paths.ts'
import { writeSearch } from '../../platform/navigation/search.ts'
import { useText } from '../../platform/texts.tsx'
import { Link } from '../../ui/Link.tsx'
import { groups } from './chooseDashboard.ts'

const headings = { favorites: 'dashboard.favorites', mine: 'dashboard.mine', shared: 'dashboard.shared' } as const

/** Menu of dashboards by group, and the button to create one. */
export default function DashboardChoices({
  current,
  list,
  close,
  make,
}: {
  current: string | undefined
  list: readonly Dashboard[]
  close: () => void
  make: () => void
}) {
  const t = useText()
  return (
    <>
      {groups(list, current).map(({ key, dashboards }) => (
        <section key={key} aria-label={t(headings[key])}>
          <h2>{t(headings[key])}</h2>
          <ul>
            {dashboards.map(dashboard => (
              <li key={dashboard.id}>
                <Choice one={dashboard} current={dashboard.id === current} close={close} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <button type="button" className="board-new" onClick={make}>
        <IconPlus size={16} aria-hidden />
        {t('dashboard.new')}
      </button>
    </>
  )
}

function Choice({ one, current, close }: { one: Dashboard; current: boolean; close: () => void }) {
  const t = useText()
  const href = to('/farmview') + writeSearch({ dashboard: one.id })
  return (
    <Link href={href} onClick={close} aria-current={current ? 'true' : undefined}>
      <span className="two">
        <span>{one.displayName}</span>
        <span>{aboutOf(one)}</span>
      </span>
      {one.homepage && (
        <>
          <IconHome size={16} aria-hidden />
          <span className="vh">{t('ui.homepage')}</span>
        </>
      )}
      {one.favourite && <IconStarFilled size={15} className="star" aria-hidden />}
    </Link>
  )
}

/** Entity and owner of a dashboard, without repetition. */
function aboutOf({ subtitle, own, entity }: Dashboard): string {
  const place = own ? undefined : entity?.displayName
  return [place, subtitle && !place?.includes(subtitle) ? subtitle : undefined].filter(Boolean).join(' · ')
}
