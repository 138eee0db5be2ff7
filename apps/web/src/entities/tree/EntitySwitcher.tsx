import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { lazyComponent } from '../../ui/lazy/lazyComponent.tsx'
import { EntityButton } from '../../ui/shell/EntityButton.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { wayQuery } from './way.queries.ts'
import '../entities.css'

const EntityTree = lazyComponent(() => import('./EntityTree.tsx'), 'overlay')

/** Where one stands in the tree, and the way to anywhere else in it. The browser's own popover, filled when it opens. */
export function EntitySwitcher({
  current,
  root,
  href,
}: {
  /** The chosen entity; absent, one stands at one's own root. */
  current: string | undefined
  root: { readonly id: string; readonly name: string }
  href: (id: string) => string
}) {
  const t = useText()
  const may = useMay()
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const { data: way } = useQuery({ ...wayQuery(current ?? root.id), enabled: current !== undefined && may('entities.read') })
  const close = () => panel.current?.hidePopover()
  return (
    <>
      <EntityButton
        path={current === undefined ? undefined : way?.at(-2)?.name}
        name={(current === undefined ? undefined : way?.at(-1)?.name) ?? root.name}
        opens={may('entities.read') ? id : undefined}
      />
      <div ref={panel} id={id} popover="auto" className="places-drop" onToggle={event => setOpen(event.newState === 'open')}>
        {open && (
          <EntityTree
            current={current ?? root.id}
            href={href}
            onFollow={close}
            field
            aside={
              <button type="button" className="places-close" onClick={close}>
                <IconX size={18} aria-hidden />
                <span className="vh">{t('ui.close')}</span>
              </button>
            }
            waiting={<Skeletons rows={6} />}
          />
        )}
      </div>
    </>
  )
}
