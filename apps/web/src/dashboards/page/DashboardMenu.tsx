import type { Dashboard } from '@steading/contract/widgets/dashboards'
import { IconChevronDown, IconStarFilled } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { writeSearch } from '../../platform/navigation/search.ts'
import { useText } from '../../platform/texts.tsx'
import { useGo } from '../../ui/Link.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { LazyChoices, LazyNewDashboard } from '../dialogs.ts'

const hrefOf = (id: string) => to('/farmview') + writeSearch({ dashboard: id })

/** Heading of a dashboard: its name opens the list of the others in a popover of the browser. */
export function useDashboardMenu(current: Dashboard | undefined, list: readonly Dashboard[]) {
  const t = useText()
  const go = useGo()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const [making, make] = useState(false)
  const close = () => panel.current?.hidePopover()
  const place = () => {
    const at = button.current?.getBoundingClientRect()
    if (!at || !panel.current) return
    panel.current.style.setProperty('--left', `${Math.round(at.left)}px`)
    panel.current.style.setProperty('--top', `${Math.round(at.bottom + 4)}px`)
  }
  const title = (
    <>
      <button ref={button} type="button" className="board-pick" popoverTarget={id} onClick={place}>
        {current?.displayName ?? t('nav.home')}
        <IconChevronDown size={17} aria-hidden />
        <span className="vh">, {t('dashboard.choose')}</span>
      </button>
      {current?.favourite && (
        <span className="star">
          <IconStarFilled size={16} aria-hidden />
          <span className="vh">{t('ui.favorite')}</span>
        </span>
      )}
    </>
  )
  const menu = (
    <>
      <div ref={panel} id={id} popover="auto" className="board-menu" onToggle={event => setOpen(event.newState === 'open')}>
        {open && (
          <LazyChoices
            current={current?.id}
            list={list}
            close={close}
            make={() => {
              close()
              make(true)
            }}
            waiting={<Skeletons rows={4} />}
          />
        )}
      </div>
      {making && <LazyNewDashboard close={() => make(false)} onCreated={made => go(hrefOf(made))} />}
    </>
  )
  return { title, menu }
}
