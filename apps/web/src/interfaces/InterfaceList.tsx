import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { to } from '../app/index.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { useGo } from '../ui/Link.tsx'
import { PageHead } from '../ui/page/PageHead.tsx'
import Interfaces from './Interfaces.tsx'

/** The sensors and devices of all boxes. */
export default function InterfaceList() {
  const t = useText()
  const go = useGo()
  const may = useMay()
  return (
    <>
      <PageHead
        title={t('interface.many')}
        actions={
          may('interfaces.create') && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => go(to('/system/interfaces/create'))}>
              {t('ui.new')}
            </Button>
          )
        }
      />
      <Interfaces />
    </>
  )
}
