import { Button } from '@mantine/core'
import type { Event } from '@steading/contract/events/events'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import { lazyComponent } from '../../ui/lazy/lazyComponent.tsx'
import { SelectionBar } from '../../ui/list/table/SelectionBar.tsx'

const Dialog = lazyComponent<{ events: readonly Event[]; close: (done: boolean) => void }>(
  () => import('./QuickCloseDialog.tsx'),
  'overlay',
)

/** What can be done with the chosen events at once. */
export function QuickClose({ chosen, clear }: { chosen: readonly Event[]; clear: () => void }) {
  const t = useText()
  const [asking, ask] = useState(false)
  if (chosen.length === 0) return null
  const open = chosen.filter(event => event.status !== 'CLOSED')
  return (
    <SelectionBar
      count={chosen.length}
      clear={clear}
      actions={
        <Button
          size="xs"
          leftSection={<IconCircleCheck size={16} aria-hidden />}
          disabled={open.length === 0}
          onClick={() => ask(true)}
        >
          {t('event.quickClose')}
        </Button>
      }
    >
      {asking && (
        <Dialog
          events={open}
          close={done => {
            ask(false)
            if (done) clear()
          }}
        />
      )}
    </SelectionBar>
  )
}
