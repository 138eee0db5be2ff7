import { Button } from '@mantine/core'
import { entities } from '@steading/contract/entities/entities'
import { IconList, IconMap2, IconPlus, IconSitemap } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { to } from '../../platform/navigation/paths.ts'
import { parseSearch, writeSearch } from '../../platform/navigation/search.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { useGo } from '../../ui/Link.tsx'
import { useListState } from '../../ui/list/useListState.ts'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { EntityFrame, TreeCard } from '../tree/EntityFrame.tsx'
import { EntityMap } from './EntityMap.tsx'
import { EntityTable } from './EntityTable.tsx'
import { ExportEntities } from './ExportEntities.tsx'
import { useWide } from '../tree/useWide.ts'

const schema = entities.search.query
const views = [
  { key: 'tree', word: 'entity.view.tree', icon: IconSitemap },
  { key: 'list', word: 'entity.view.list', icon: IconList },
  { key: 'map', word: 'entity.view.map', icon: IconMap2 },
] as const
type View = (typeof views)[number]['key']
const keep = ['view']

/** The entities as a tree, a list and a map. Where there is room the tree stands beside the other two. */
export default function EntityList() {
  const t = useText()
  const go = useGo()
  const may = useMay()
  const wide = useWide()
  const state = useListState(schema, undefined, keep)
  const { pathname, searchStr } = useRouterState({ select: at => at.location })
  const { view: asked, ...rest } = parseSearch(searchStr)
  const chosen = views.find(view => view.key === asked)?.key
  const shown = views.filter(view => !wide || view.key !== 'tree')
  const view: View = shown.find(item => item.key === chosen)?.key ?? (wide ? 'list' : 'tree')
  const open = (key: View) =>
    go(pathname + writeSearch({ ...rest, view: key === shown[0]?.key ? undefined : key }), { replace: true })
  return (
    <EntityFrame current={undefined}>
      <PageHead
        title={t('nav.organization')}
        stacked
        actions={
          <>
            <fieldset className="views">
              <legend className="vh">{t('entity.view')}</legend>
              {shown.map(({ key, word, icon: Icon }) => (
                <button key={key} type="button" aria-pressed={key === view} onClick={() => open(key)}>
                  <Icon size={16} stroke={1.7} aria-hidden />
                  {t(word)}
                </button>
              ))}
            </fieldset>
            {view === 'list' && <ExportEntities query={state.query} />}
            {view !== 'tree' && may('entities.create') && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => go(to('/system/entities/create'))}>
                {t('ui.new')}
              </Button>
            )}
          </>
        }
      />
      {view === 'tree' && <TreeCard current={undefined} />}
      {view === 'list' && <EntityTable state={state} />}
      {view === 'map' && <EntityMap />}
    </EntityFrame>
  )
}
