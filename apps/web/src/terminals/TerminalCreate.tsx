import { Button } from '@mantine/core'
import { TERMINAL_PROFILES, terminals } from '@steading/contract/terminals'
import type { Translate } from '@steading/locales/text'
import { useState } from 'react'
import type { z } from 'zod'
import { to } from '../app/index.ts'
import { useEntityChoices } from '../entities/index.ts'
import { data } from '../platform/api.ts'
import { queryClient } from '../platform/queries.ts'
import { useZone } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { CreateForm } from '../ui/form/CreateForm.tsx'
import { Entries } from '../ui/form/Entries.tsx'
import { NumberField } from '../ui/form/NumberField.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { useEditForm } from '../ui/form/useEditForm.ts'
import { useGo } from '../ui/Link.tsx'
import { listHref } from '../ui/list/useListState.ts'
import { Card } from '../ui/page/Card.tsx'
import { PageHead } from '../ui/page/PageHead.tsx'
import { Claim } from './Claim.tsx'
import { calls } from './terminals.queries.ts'
import { zoneChoices } from './zones.ts'

const schema = terminals.create.body
type Made = z.output<typeof terminals.create.reply>

/** A new smart box; then the code with which it claims its place, this once. */
export default function TerminalCreate() {
  const [made, setMade] = useState<Made>()
  return made ? <Added made={made} another={() => setMade(undefined)} /> : <NewTerminal onMade={setMade} />
}

const backTo = (t: Translate) => ({ href: listHref('/system/terminals'), label: t('terminal.many') })

interface Entered {
  displayName: string
  entityId: string | null
  profile: string | null
  timeOut: number | undefined
  timeZone: string | null
}

function NewTerminal({ onMade }: { onMade: (made: Made) => void }) {
  const t = useText()
  const entities = useEntityChoices()
  const zone = useZone()
  const { form, submit, ref } = useEditForm<Entered>({
    initial: { displayName: '', entityId: null, profile: TERMINAL_PROFILES[0], timeOut: 900, timeZone: zone },
    schema,
    save: async values => {
      const made = await data(calls.create({ body: schema.parse(values) }))
      await queryClient.invalidateQueries({ queryKey: ['terminals'] })
      onMade(made)
    },
  })
  const hints = { 'FC-SMARTBOX-1': 'terminal.profile.farm', 'FC-SMARTBOX-ROOM': 'terminal.profile.room' } as const
  const profile = TERMINAL_PROFILES.find(one => one === form.values.profile)
  return (
    <CreateForm title={t('terminal.new')} back={backTo(t)} form={{ submit, ref }}>
      <Card>
        <Entries mode="create">
          <TextField label={t('ui.name')} required max={50} {...form.getInputProps('displayName')} />
          <SelectField label={t('entity.generic')} required options={entities} {...form.getInputProps('entityId')} />
          <SelectField
            label={t('terminal.profile')}
            required
            hint={profile && t(hints[profile])}
            options={TERMINAL_PROFILES.map(one => ({ value: one as string, label: one }))}
            {...form.getInputProps('profile')}
          />
          <NumberField
            label={t('terminal.timeOut')}
            required
            unit="s"
            min={0}
            max={43_200}
            hint={t('terminal.timeOutNever')}
            {...form.getInputProps('timeOut')}
          />
          <SelectField label={t('ui.timeZone')} required options={zoneChoices} {...form.getInputProps('timeZone')} />
        </Entries>
      </Card>
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
