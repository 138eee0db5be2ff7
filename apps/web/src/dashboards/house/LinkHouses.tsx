import type { Widget } from '@steading/contract/widgets/dashboardViews'
import { useMemo } from 'react'
import { useText } from '../../platform/texts.tsx'
import { Failed } from '../../ui/state/Failed.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { categoriesOf, useHouses } from './useHouse.ts'

/** Says how many houses a new public link of a dashboard shows; nothing where its widgets name no sensors of the house. */
export default function LinkHouses({ dashboardId, widgets }: { dashboardId: string; widgets: readonly Widget[] }) {
  const t = useText()
  const categories = useMemo(() => categoriesOf(widgets), [widgets])
  const { houses, failure } = useHouses(dashboardId, categories)
  if (categories.length === 0) return null
  if (failure) return <Failed what={t('failed.list')} error={failure.error} retry={failure.retry} />
  if (!houses) return <Skeletons rows={1} />
  return <p className="dialog-text">{t('dashboard.link.houses', { count: houses.length })}</p>
}
