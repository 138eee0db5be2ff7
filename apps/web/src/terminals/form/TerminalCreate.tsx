import { Button } from '@mantine/core'
import type { terminals } from '@steading/contract/devices/terminals'
import type { Translate } from '@steading/locales/text'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { z } from 'zod'
import { to } from '../../platform/navigation/paths.ts'
import { entityQuery } from '../../entities/index.ts'
import { data } from '../../platform/api/api.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { parseSearch } from '../../platform/navigation/search.ts'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { CreateForm } from '../../ui/form/edit/CreateForm.tsx'
import { Entries } from '../../ui/form/edit/FormFields.tsx'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { useGo } from '../../ui/Link.tsx'
import { listHref } from '../../ui/list/useListState.ts'
import { Card } from '../../ui/page/Card.tsx'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { Claim } from '../service/ClaimSteps.tsx'
import { type CreateTerminalValues, emptyValues, createBody, toCreateRequest, zoneAt } from './terminalForm.ts'
import { LabelEntries } from './LabelFields.tsx'
import { TerminalEntries } from './TerminalFields.tsx'
import { calls, terminalsChanged } from '../terminals.queries.ts'

type CreatedTerminal = z.output<typeof terminals.create.reply>

/** Creates a terminal, then shows its claim code once. `?entityId=` selects the entity. */
export default function TerminalCreate() {
  const [created, setMade] = useState<CreatedTerminal>()
  return created ? <Added created={created} another={() => setMade(undefined)} /> : <NewTerminal onCreated={setMade} />
}

const backTo = (t: Translate) => ({ href: listHref('/system/terminals'), label: t('terminal.many') })
/** Validates the typed values; an empty label is none. */
const schema = z.preprocess(values => toCreateRequest(values as CreateTerminalValues), createBody) // safe: the form gives nothing else

function NewTerminal({ onCreated }: { onCreated: (created: CreatedTerminal) => void }) {
  const sendCreate = useWrite(['terminals', 'create'], calls.create)
  const t = useText()
  const zone = useZone()
  const wished = parseSearch(useRouterState({ select: state => state.location.searchStr }))['entityId']
  const at = typeof wished === 'string' ? wished : null
  const { data: place } = useQuery({ ...entityQuery(at ?? ''), enabled: at !== null })
  const places = useMemo(() => (place ? [place] : []), [place])
  const { form, submit, ref } = useEditForm<CreateTerminalValues>({
    initial: emptyValues(zone, at),
    schema,
    refusedAt: { TERMINAL_ID_ALREADY_EXISTS: 'uid' },
    save: async values => {
      const created = await data(sendCreate({ body: schema.parse(values) }))
      await terminalsChanged()
      onCreated(created)
    },
  })
  const { entityId, timeZone } = form.values
  const { data: standsAt } = useQuery({ ...entityQuery(entityId ?? ''), enabled: entityId !== null })
  const [isOwnZone, setOwnZone] = useState(false)
  const shownZone = zoneAt(timeZone, standsAt?.timeZone, isOwnZone)
  useEffect(() => {
    if (shownZone === timeZone) return
    const isUntouched = !form.isDirty()
    form.setFieldValue('timeZone', shownZone)
    // Values from the URL do not count as unsaved changes.
    if (isUntouched) form.resetDirty({ ...form.getValues(), timeZone: shownZone })
  }, [form, shownZone, timeZone])
  return (
    <CreateForm title={t('terminal.new')} back={backTo(t)} form={{ submit, ref }}>
      <div className="stack">
        <Card title={t('ui.details')}>
          <Entries mode="create">
            <TerminalEntries form={form} places={places} onZone={() => setOwnZone(true)} />
          </Entries>
        </Card>
        <Card title={t('terminal.label')} hint={t('terminal.labelHint')}>
          <Entries mode="create">
            <LabelEntries form={form} />
          </Entries>
        </Card>
      </div>
    </CreateForm>
  )
}

function Added({ created: { terminal, claim }, another }: { created: CreatedTerminal; another: () => void }) {
  const t = useText()
  const go = useGo()
  return (
    <>
      <PageHead
        back={backTo(t)}
        title={t('terminal.added', { name: terminal.displayName })}
        stacked
        actions={
          <>
            <Button variant="default" onClick={another}>
              {t('ui.createAnother')}
            </Button>
            <Button onClick={() => go(to('/system/terminals/details/{terminalId}', { terminalId: terminal.id }))}>
              {t('terminal.open')}
            </Button>
          </>
        }
      />
      <Card title={t('terminal.pair')} hint={t('terminal.claim.once')}>
        <Claim terminalId={terminal.id} claim={claim} waiting />
      </Card>
    </>
  )
}
