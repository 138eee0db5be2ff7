import { Button } from '@mantine/core'
import type { Interface } from '@steading/contract/interfaces'
import { IconAdjustments } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { later } from '../ui/later/later.tsx'

const Actuation = later(() => import('./Actuation.tsx'), 'overlay')

/** The way to operate a device; nothing for a sensor, or for who may not. */
export function Operate({ of, primary = false }: { of: Interface; primary?: boolean }) {
  const t = useText()
  const may = useMay()
  const [open, setOpen] = useState(false)
  if (of.terminalInterfaceType === 'IN' || !may('interfaces.actuate')) return null
  return (
    <>
      <Button
        size={primary ? 'sm' : 'xs'}
        variant={primary ? 'filled' : 'default'}
        leftSection={primary ? <IconAdjustments size={16} aria-hidden /> : undefined}
        onClick={() => setOpen(true)}
      >
        {t('actuation.action')}
        {!primary && <span className="vh">: {of.displayName}</span>}
      </Button>
      {open && <Actuation of={of} onClose={() => setOpen(false)} />}
    </>
  )
}
