import type { DashboardWidgets } from '@steading/contract/widgets/dashboards'
import { IconDotsVertical } from '@tabler/icons-react'
import { useState } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { writeSearch } from '../../platform/navigation/search.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { useGo } from '../../ui/Link.tsx'
import { ActionMenu, type MenuAction } from '../../ui/overlay/ActionMenu.tsx'
import { confirmDialog } from '../../ui/overlay/dialogs.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useTellError } from '../../ui/overlay/useTellError.ts'
import { chooseFavourite, chooseHomepage, copyDashboard, leaveDefault, removeDashboard } from './actions.queries.ts'
import DefaultDialog from './DefaultDialog.tsx'
import PublicLinkDialog from './PublicLinkDialog.tsx'
import RenameDialog from './RenameDialog.tsx'
import './fullScreen.css'

type DialogName = 'rename' | 'default' | 'publicLink'

/** What is done with a dashboard as a whole. */
export default function DashboardActions({ dashboard }: { dashboard: DashboardWidgets }) {
  const t = useText()
  const go = useGo()
  const may = useMay()
  const tellError = useTellError()
  const [dialog, setDialog] = useState<DialogName>()
  const [isBusy, setIsBusy] = useState(false)
  const { id, displayName, favourite, homepage, own, mayArrange, entity } = dashboard
  const during = (act: () => Promise<void>) => async () => {
    if (isBusy) return
    setIsBusy(true)
    try {
      await act()
    } catch (error) {
      await tellError(error)
    } finally {
      setIsBusy(false)
    }
  }
  const open = (dashboardId: string) => go(to('/farmview') + writeSearch({ dashboard: dashboardId }))
  const remove = async () => {
    const isSure = await confirmDialog({
      title: t('dashboard.delete'),
      text: t('dashboard.deleteHint', { name: displayName }),
      yes: t('ui.delete'),
      no: t('ui.cancel'),
      danger: true,
    })
    if (!isSure) return
    await removeDashboard(id)
    toast(t('dashboard.deleted'))
    go(to('/farmview'), { replace: true })
  }
  const mayDefault = may('entities.default_dashboard')
  const actions: (MenuAction | false)[] = [
    mayArrange && { key: 'rename', label: t('dashboard.rename'), run: () => setDialog('rename') },
    {
      key: 'favourite',
      label: t(favourite ? 'dashboard.removeFavorite' : 'dashboard.addFavorite'),
      run: () =>
        void during(async () => {
          await chooseFavourite(id, !favourite)
          toast(t(favourite ? 'dashboard.unfavorited' : 'dashboard.favorited'))
        })(),
    },
    {
      key: 'homepage',
      label: t(homepage ? 'dashboard.leaveHomepage' : 'dashboard.makeHomepage'),
      run: () =>
        void during(async () => {
          await chooseHomepage(homepage ? null : id)
          toast(t('state.saved'))
        })(),
    },
    {
      key: 'copy',
      label: t('dashboard.copy'),
      run: () =>
        void during(async () => {
          const copy = await copyDashboard(id)
          toast(t('dashboard.copied'))
          open(copy)
        })(),
    },
    own && mayDefault && { key: 'default', label: t('dashboard.makeDefault'), run: () => setDialog('default') },
    !own &&
      mayArrange &&
      entity !== null && {
        key: 'leaveDefault',
        label: t('dashboard.takeDefault', { place: entity.displayName }),
        run: () =>
          void during(async () => {
            await leaveDefault(entity.id)
            toast(t('state.saved'))
          })(),
      },
    mayArrange && { key: 'publicLink', label: t('dashboard.publicLink'), run: () => setDialog('publicLink') },
    {
      key: 'fullScreen',
      label: t('dashboard.fullScreen'),
      run: () => void document.documentElement.requestFullscreen().catch(tellError),
    },
    mayArrange && { key: 'delete', label: t('dashboard.delete'), run: () => void during(remove)() },
  ]
  const close = () => setDialog(undefined)
  return (
    <>
      <ActionMenu
        label={t('dashboard.actions')}
        icon={<IconDotsVertical size={18} stroke={1.8} aria-hidden />}
        isIcon
        busy={isBusy}
        actions={actions.filter(action => action !== false)}
      />
      {dialog === 'rename' && <RenameDialog dashboard={dashboard} close={close} />}
      {dialog === 'default' && <DefaultDialog dashboard={dashboard} close={close} />}
      {dialog === 'publicLink' && <PublicLinkDialog dashboard={dashboard} close={close} />}
    </>
  )
}
