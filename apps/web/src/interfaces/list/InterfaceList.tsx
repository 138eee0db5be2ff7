import { Button } from '@mantine/core'
import { interfaces } from '@steading/contract/devices/interfaces'
import { IconPlus } from '@tabler/icons-react'
import { to } from '../../platform/navigation/paths.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { useGo } from '../../ui/Link.tsx'
import { useListState } from '../../ui/list/useListState.ts'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { ExportInterfaces } from './ExportInterfaces.tsx'
import Interfaces, { keep } from './Interfaces.tsx'

/** The sensors and devices of all boxes. */
export default function InterfaceList() {
  const t = useText()
  const go = useGo()
  const may = useMay()
  const { query } = useListState(interfaces.search.query, undefined, keep)
  return (
    <>
      <PageHead
        title={t('interface.many')}
        actions={
          <>
            <ExportInterfaces query={query} />
            {may('interfaces.create') && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => go(to('/system/interfaces/create'))}>
                {t('ui.new')}
              </Button>
            )}
          </>
        }
      />
      <Interfaces />
    </>
  )
}
