import { Button } from '@mantine/core'
import type { Interface } from '@steading/contract/devices/interfaces'
import { IconAdjustments } from '@tabler/icons-react'
import { useState } from 'react'
import { useOffline } from '../../platform/session/online.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { lazyComponent } from '../../ui/lazy/lazyComponent.tsx'

const Actuation = lazyComponent(() => import('./Actuation.tsx'), 'overlay')

/** Whether there is anything to operate: no sensor, and a box that is in service. */
export const isOperable = ({ terminal, terminalInterfaceType }: Interface): boolean =>
  terminalInterfaceType !== 'IN' && !terminal.retired

/** The way to operate a device; nothing for a sensor, for one of a retired box, or for who may not. */
export function Operate({ interface: iface, primary = false }: { interface: Interface; primary?: boolean }) {
  const t = useText()
  const may = useMay()
  const offline = useOffline()
  const [open, setOpen] = useState(false)
  if (!isOperable(iface) || !may('interfaces.actuate')) return null
  return (
    <>
      <Button
        size={primary ? 'sm' : 'xs'}
        variant={primary ? 'filled' : 'default'}
        leftSection={primary ? <IconAdjustments size={16} aria-hidden /> : undefined}
        disabled={offline}
        title={offline ? t('actuation.offline') : undefined}
        onClick={() => setOpen(true)}
      >
        {t('actuation.action')}
        {!primary && <span className="vh">: {iface.displayName}</span>}
        {offline && <span className="vh">. {t('actuation.offline')}</span>}
      </Button>
      {offline && primary && <span className="dim">{t('actuation.offline')}</span>}
      {open && <Actuation interface={iface} onClose={() => setOpen(false)} />}
    </>
  )
}
