import { Button } from '@mantine/core'
import type { terminals } from '@steading/contract/terminals'
import type { Translate } from '@steading/locales/text'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { z } from 'zod'
import { to } from '../app/index.ts'
import { entityQuery } from '../entities/index.ts'
import { data } from '../platform/api.ts'
import { parseSearch } from '../platform/search.ts'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { CreateForm } from '../ui/form/CreateForm.tsx'
import { Entries } from '../ui/form/Entries.tsx'
import { useEditForm } from '../ui/form/useEditForm.ts'
import { useGo } from '../ui/Link.tsx'
import { listHref } from '../ui/list/useListState.ts'
import { Card } from '../ui/page/Card.tsx'
import { PageHead } from '../ui/page/PageHead.tsx'
import { Claim } from './Claim.tsx'
import { type EnteredNew, blank, createBody, newWish, zoneAt } from './entered.ts'
import { LabelEntries } from './LabelEntries.tsx'
import { TerminalEntries } from './TerminalEntries.tsx'
import { calls, terminalsChanged } from './terminals.queries.ts'

type Made = z.output<typeof terminals.create.reply>

/** A new smart box; then the code with which it claims its place, this once. `?entityId=` says where it stands. */
export default function TerminalCreate() {
  const [made, setMade] = useState<Made>()
  return made ? <Added made={made} another={() => setMade(undefined)} /> : <NewTerminal onMade={setMade} />
}

const backTo = (t: Translate) => ({ href: listHref('/system/terminals'), label: t('terminal.many') })
/** As it is typed: a label that is left blank is none. */
const schema = z.preprocess(values => newWish(values as EnteredNew), createBody) // safe: the form gives nothing else

function NewTerminal({ onMade }: { onMade: (made: Made) => void }) {
  const t = useText()
  const zone = useZone()
  const wished = parseSearch(useRouterState({ select: state => state.location.searchStr }))['entityId']
  const at = typeof wished === 'string' ? wished : null
  const { data: place } = useQuery({ ...entityQuery(at ?? ''), enabled: at !== null })
  const places = useMemo(() => (place ? [place] : []), [place])
  const { form, submit, ref } = useEditForm<EnteredNew>({
    initial: blank(zone, at),
    schema,
    refusedAt: { TERMINAL_ID_ALREADY_EXISTS: 'uid' },
    save: async values => {
      const made = await data(calls.create({ body: schema.parse(values) }))
      await terminalsChanged()
      onMade(made)
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
    // What came with the address of the page is nothing that somebody entered.
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

function Added({ made: { terminal, claim }, another }: { made: Made; another: () => void }) {
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
