import { Button } from '@mantine/core'
import type { Entity } from '@steading/contract/entities'
import type { Escalation } from '@steading/contract/escalation'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { queryClient } from '../platform/queries.ts'
import { useText } from '../platform/texts.tsx'
import { EditForm } from '../ui/form/EditForm.tsx'
import { Entries } from '../ui/form/Entries.tsx'
import { Theirs } from '../ui/form/Theirs.tsx'
import { focusAdded } from '../ui/form/focus.ts'
import { useEditForm } from '../ui/form/useEditForm.ts'
import { useSave } from '../ui/form/useSave.ts'
import { wrongWith } from '../ui/form/wrongWith.ts'
import { toast } from '../ui/overlay/toast.ts'
import { Card } from '../ui/page/Card.tsx'
import { Note } from '../ui/page/Note.tsx'
import { changed, enteredOf, newShift, newStep, without } from './entered.ts'
import type { Entered } from './entered.ts'
import { ShiftEntry } from './ShiftEntry.tsx'
import { StepEntry } from './StepEntry.tsx'
import { escalationQuery, saveEscalation } from './escalation.queries.ts'
import { stillWrong, wordsAt, wrongIn } from './wrong.ts'

/** The list and the roster of an entity while they are changed; an empty one is taken from above. */
export function EscalationEdit({ of, known, leave }: { of: Entity; known: Escalation; leave: () => void }) {
  const t = useText()
  const { form, dirty, saving, submit, ref, meet } = useEditForm<Entered>({
    initial: enteredOf(of.id, known),
    wrongIn: values => wrongIn(values, known, t),
    wordsAt: field => wordsAt(field, t),
    save: async values => {
      await saveEscalation(of.id, values)
      toast(t('state.saved'), of.displayName)
      leave()
    },
  })
  const { busy, save, theirs } = useSave({
    submit,
    fresh: () => queryClient.fetchQuery({ ...escalationQuery(of.id), staleTime: 0 }),
    over: now => meet(enteredOf(of.id, now)),
  })
  const { steps, shifts } = form.getValues()
  const put = (change: Partial<Entered>) => {
    const said = form.errors
    form.setValues(change)
    form.setErrors(stillWrong(said, wrongIn({ ...form.getValues(), ...change }, known, t)))
  }
  const names = known.people.map(one => ({ value: one.userId, label: one.shortName }))
  const taken = theirs && enteredOf(of.id, theirs)
  return (
    <EditForm head={head(t('escalation.hint'))} dirty={dirty} busy={busy || saving} save={save} leave={leave} formRef={ref}>
      {taken && (
        <Theirs
          who={undefined}
          entries={[
            {
              key: 'steps',
              label: t('alarm.escalation'),
              said: t('escalation.steps', { count: taken.steps.length }),
              take: () => put({ steps: taken.steps }),
            },
            {
              key: 'shifts',
              label: t('alarm.dutyRoster'),
              said: t('escalation.shifts', { count: taken.shifts.length }),
              take: () => put({ shifts: taken.shifts }),
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
                wrong={field => wrongWith(form.errors, `steps.${at}.${field}`)}
                set={change => put({ steps: changed(steps, at, change) })}
                remove={() => put({ steps: without(steps, at) })}
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
                wrong={field => wrongWith(form.errors, `shifts.${at}.${field}`)}
                set={change => put({ shifts: changed(shifts, at, change) })}
                remove={() => put({ shifts: without(shifts, at) })}
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
