import { ActionIcon } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { writeSearch } from '../../platform/navigation/search.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { useGo } from '../../ui/Link.tsx'
import EntityTree from './EntityTree.tsx'
import { useWide } from './useWide.ts'

/** The tree at the left where there is room for it, and what one looks at: the same one at every width, with what was typed in it. */
export function EntityFrame({ current, children }: { current: string | undefined; children: ReactNode }) {
  const wide = useWide()
  return (
    <div className={wide ? 'split' : undefined}>
      {wide && <TreeCard current={current} />}
      <div className={wide ? 'stack' : undefined}>{children}</div>
    </div>
  )
}

/** The tree as a card; on a phone it is the page. */
export function TreeCard({ current }: { current: string | undefined }) {
  const t = useText()
  const go = useGo()
  const may = useMay()
  return (
    <aside className="tree-card card" aria-label={t('entity.view.tree')}>
      <EntityTree
        current={current}
        href={id => to('/system/entities/{entityid}/details', { entityid: id })}
        aside={
          may('entities.create') && (
            <ActionIcon
              variant="subtle"
              size={32}
              aria-label={t('entity.new')}
              onClick={() => go(to('/system/entities/create') + writeSearch({ parentId: current }))}
            >
              <IconPlus size={18} aria-hidden />
            </ActionIcon>
          )
        }
      />
    </aside>
  )
}
