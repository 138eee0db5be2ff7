import type { DrillPreview } from '@steading/contract/events/drills'
import type { Entity } from '@steading/contract/entities/entities'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { to } from '../platform/navigation/paths.ts'
import { channelWord } from '../outbox/index.ts'
import { useText } from '../platform/texts.tsx'
import { Form } from '../ui/form/edit/Form.tsx'
import { useGo } from '../ui/Link.tsx'
import { toast } from '../ui/overlay/toast.ts'
import { useAsyncAction } from '../ui/overlay/useAsyncAction.ts'
import { Modal, ModalFoot } from '../ui/overlay/Modal.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { Skeletons } from '../ui/state/Skeletons.tsx'
import { previewQuery, startDrill } from './drills.queries.ts'
import { failedWords } from './words.tsx'

/** Asks before people are called, and says which. */
export function StartDrill({ of, close }: { of: Entity; close: () => void }) {
  const t = useText()
  const go = useGo()
  const { busy, run } = useAsyncAction()
  const form = useRef<HTMLFormElement>(null)
  const { data: known, error, refetch } = useQuery(previewQuery(of.id))
  const begin = () =>
    run(async () => {
      const ids = await startDrill(of.id)
      const [only, ...more] = ids
      if (ids.length > 0) toast(t('drill.started', { count: ids.length }), of.displayName)
      close()
      if (only !== undefined && more.length === 0) go(to('/drills/{drillId}', { drillId: only }))
    })
  return (
    <Modal title={t('drill.start.title')} under={of.displayName} size={560} onClose={close}>
      <Form of={form} onSubmit={() => void begin()}>
        <div className="dialog-text">
          <p>{t('drill.start.hint')}</p>
          {known ? (
            <ul className="drill-houses">
              {known.houses.map(house => (
                <House key={house.entity.id} of={house} />
              ))}
            </ul>
          ) : error ? (
            <Failed what={t('failed.title')} error={error} retry={() => void refetch()} />
          ) : (
            <Skeletons rows={3} />
          )}
        </div>
        <ModalFoot
          word={t('drill.start.confirm')}
          busy={busy}
          disabled={!known || known.houses.every(house => house.isRunning)}
          onClose={close}
        />
      </Form>
    </Modal>
  )
}

function House({ of: { entity, boxName, stage, isRunning, people } }: { of: DrillPreview['houses'][number] }) {
  const t = useText()
  return (
    <li>
      <b>{entity.name}</b>
      {boxName && <span className="dim"> · {boxName}</span>}
      {isRunning ? (
        <p>{t('drill.start.running')}</p>
      ) : (
        <>
          {stage && <p className="drill-wont">{failedWords({ stage }, t)}</p>}
          <ul>
            {people.map(({ name, channels }) => (
              <li key={name}>
                {name}: {channels.map(channel => t(channelWord[channel])).join(', ')}
              </li>
            ))}
          </ul>
        </>
      )}
    </li>
  )
}
