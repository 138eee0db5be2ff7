import { useId, useRef, useState } from 'react'
import { later } from '../ui/later/later.tsx'
import { EntityButton } from '../ui/shell/EntityButton.tsx'
import { Skeletons } from '../ui/state/Skeletons.tsx'
import { type Place, wayTo } from './tree.ts'
import './entities.css'

const EntityTree = later(() => import('./EntityTree.tsx'), 'overlay')

/** Where one stands in the tree, and the way to anywhere else in it. The browser's own popover, filled when it opens. */
export function EntitySwitcher({
  places,
  current,
  root,
  href,
}: {
  places: readonly Place[]
  /** The chosen entity; absent, one stands at one's own root. */
  current: string | undefined
  root: { readonly id: string; readonly name: string }
  href: (id: string) => string
}) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const way = wayTo(places, current ?? root.id)
  return (
    <>
      <EntityButton path={way.at(-2)?.name} name={way.at(-1)?.name ?? root.name} opens={id} />
      <div ref={panel} id={id} popover="auto" className="places-drop" onToggle={event => setOpen(event.newState === 'open')}>
        {open && (
          <EntityTree
            places={places}
            current={current ?? root.id}
            href={href}
            close={() => panel.current?.hidePopover()}
            waiting={<Skeletons rows={6} />}
          />
        )}
      </div>
    </>
  )
}
