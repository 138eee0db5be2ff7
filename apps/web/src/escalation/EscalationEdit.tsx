import { Button } from '@mantine/core'
import type { Entity } from '@steading/contract/entities/entities'
import type { Escalation } from '@steading/contract/events/escalation'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { queryClient } from '../platform/api/queries.ts'
import { useText } from '../platform/texts.tsx'
import { EditForm } from '../ui/form/edit/EditForm.tsx'
import { Entries } from '../ui/form/edit/FormFields.tsx'
import { ConflictPanel } from '../ui/form/edit/ConflictPanel.tsx'
import { focusAdded } from '../ui/form/edit/focus.ts'
import { useEditForm } from '../ui/form/edit/useEditForm.ts'
import { useSave } from '../ui/form/edit/useSave.ts'
import { errorFor } from '../ui/form/edit/errorFor.ts'
import { toast } from '../ui/overlay/toast.ts'
import { Card } from '../ui/page/Card.tsx'
import { Note } from '../ui/page/Note.tsx'
import { replaceAt, toFormValues, newShift, newStep, removeAt } from './escalationForm.ts'
import type { EscalationFormValues } from './escalationForm.ts'
import { ShiftEntry } from './ShiftEntry.tsx'
import { StepEntry } from './StepEntry.tsx'
import { escalationQuery, saveEscalation } from './escalation.queries.ts'
import { remainingErrors, messageFor, validate } from './validate.ts'

/** The list and the roster of an entity while they are changed; an empty one is inherited. */
export default function EscalationEdit({ of, known, leave }: { of: Entity; known: Escalation; leave: () => void }) {
  const t = useText()
  const { form, dirty, saving, submit, ref, rebase } = useEditForm<EscalationFormValues>({
    initial: toFormValues(of.id, known),
    validate: values => validate(values, known, t),
    messageFor: field => messageFor(field, t),
    save: async values => {
      await saveEscalation(of.id, values)
      toast(t('state.saved'), of.displayName)
      leave()
    },
  })
  const { busy, save, latest } = useSave({
    submit,
    fetchLatest: () => queryClient.fetchQuery({ ...escalationQuery(of.id), staleTime: 0 }),
    onConflict: now => rebase(toFormValues(of.id, now)),
  })
  const { steps, shifts } = form.getValues()
  const put = (change: Partial<EscalationFormValues>) => {
    const errors = form.errors
    form.setValues(change)
    form.setErrors(remainingErrors(errors, validate({ ...form.getValues(), ...change }, known, t)))
  }
  const names = known.people.map(person => ({ value: person.userId, label: person.shortName }))
  const saved = latest && toFormValues(of.id, latest)
  return (
    <EditForm head={head(t('escalation.hint'))} dirty={dirty} busy={busy || saving} save={save} leave={leave} formRef={ref}>
      {saved && (
        <ConflictPanel
          who={undefined}
          entries={[
            {
              key: 'steps',
              label: t('alarm.escalation'),
              value: t('escalation.steps', { count: saved.steps.length }),
              take: () => put({ steps: saved.steps }),
            },
            {
              key: 'shifts',
              label: t('alarm.dutyRoster'),
              value: t('escalation.shifts', { count: saved.shifts.length }),
              take: () => put({ shifts: saved.shifts }),
            },
          ]}
        />
      )}
      <Card title={t('alarm.escalation')}>
        <div className="stack">
          {steps.map((step, at) => (
            // oxlint-disable-next-line no-array-index-key -- a step is its place
            <Entries key={at} mode="edit">
              <StepEntry
                step={step}
                at={at}
                placeId={of.id}
                known={names}
                wrong={field => errorFor(form.errors, `steps.${at}.${field}`)}
                set={change => put({ steps: replaceAt(steps, at, change) })}
                remove={() => put({ steps: removeAt(steps, at) })}
              />
            </Entries>
          ))}
          <Add label={t('escalation.addStep')} add={() => put({ steps: [...steps, newStep()] })} />
        </div>
      </Card>
      <Card title={t('alarm.dutyRoster')}>
        <div className="stack">
          {shifts.map((shift, at) => (
            // oxlint-disable-next-line no-array-index-key -- as above
            <Entries key={at} mode="edit">
              <ShiftEntry
                shift={shift}
                at={at}
                placeId={of.id}
                known={names}
                wrong={field => errorFor(form.errors, `shifts.${at}.${field}`)}
                set={change => put({ shifts: replaceAt(shifts, at, change) })}
                remove={() => put({ shifts: removeAt(shifts, at) })}
              />
            </Entries>
          ))}
          <Add label={t('escalation.addShift')} add={() => put({ shifts: [...shifts, newShift()] })} />
        </div>
      </Card>
    </EditForm>
  )
}

/** The hint beside cancel and save. */
const head = (hint: string) => (actions: ReactNode) => (
  <div className="escalation-head">
    <Note>{hint}</Note>
    <div className="escalation-do">{actions}</div>
  </div>
)

const Add = ({ label, add }: { label: string; add: () => void }) => (
  <div>
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={({ currentTarget }) => {
        add()
        focusAdded(currentTarget, '.stack', '.entries')
      }}
    >
      {label}
    </Button>
  </div>
)
