import { Button } from '@mantine/core'
import type { Entity } from '@steading/contract/entities/entities'
import { GENERATOR_FUELS, GENERATOR_STARTS, PLAN_CATEGORIES, PLAN_ROLES } from '@steading/contract/protection/alarmPlan'
import type { AlarmPlan, PlanGenerator } from '@steading/contract/protection/alarmPlan'
import { intervalOf, TestedThing } from '@steading/contract/protection/paths'
import { PATH_WORDS } from '@steading/locales/events/pathWords'
import { camel } from '@steading/locales/camel'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { queryClient } from '../platform/api/queries.ts'
import { useText } from '../platform/texts.tsx'
import { ConflictPanel } from '../ui/form/edit/ConflictPanel.tsx'
import { EditForm } from '../ui/form/edit/EditForm.tsx'
import { focusAdded } from '../ui/form/edit/focus.ts'
import { Entries } from '../ui/form/edit/FormFields.tsx'
import { useEditForm } from '../ui/form/edit/useEditForm.ts'
import type { EditForm as EditFormState } from '../ui/form/edit/useEditForm.ts'
import { useSave } from '../ui/form/edit/useSave.ts'
import { NumberField } from '../ui/form/fields/NumberField.tsx'
import { PhoneField } from '../ui/form/fields/PhoneField.tsx'
import { SelectField } from '../ui/form/fields/SelectField.tsx'
import { SwitchField } from '../ui/form/fields/SwitchField.tsx'
import { TextAreaField, TextField } from '../ui/form/fields/TextField.tsx'
import { DayField } from '../ui/moment/DayField.tsx'
import { toast } from '../ui/overlay/toast.ts'
import { Card } from '../ui/page/Card.tsx'
import { Note } from '../ui/page/Note.tsx'
import { fieldOf, newBattery, newContact, newGenerator, PlanFormValues, toContent, toFormValues } from './planForm.ts'
import { planQuery, savePlan } from './protection.queries.ts'

type Form = EditFormState<PlanFormValues>['form']

/** The alarm plan of an entity while it is changed; an empty section is inherited. */
export default function PlanEdit({ of, known, leave }: { of: Entity; known: AlarmPlan; leave: () => void }) {
  const t = useText()
  const { form, dirty, saving, submit, ref, rebase } = useEditForm<PlanFormValues>({
    initial: toFormValues(known),
    schema: PlanFormValues,
    fieldOf,
    save: async ({ version, ...values }) => {
      await savePlan(of.id, { content: toContent(values), version })
      toast(t('state.saved'), of.displayName)
      leave()
    },
  })
  const { busy, save, latest } = useSave({
    submit,
    fetchLatest: () => queryClient.fetchQuery({ ...planQuery(of.id), staleTime: 0 }),
    onConflict: now => rebase(toFormValues(now)),
  })
  return (
    <EditForm head={head(t('protection.plan.hint'))} dirty={dirty} busy={busy || saving} save={save} leave={leave} formRef={ref}>
      {latest && (
        <ConflictPanel
          who={undefined}
          entries={[
            {
              key: 'plan',
              label: t('protection.plan'),
              value: of.displayName,
              take: () => form.setValues(toFormValues(latest)),
            },
          ]}
        />
      )}
      <Contacts form={form} />
      <Card title={t('protection.plan.instructions')}>
        <Entries mode="edit">
          {PLAN_CATEGORIES.map(category => (
            <TextAreaField
              key={category}
              label={t('protection.plan.instructionOf', { category: t(`event.category.${camel(category)}`) })}
              max={600}
              {...form.getInputProps(`texts.${category}`)}
            />
          ))}
        </Entries>
      </Card>
      <Card title={t('protection.plan.places')}>
        <Entries mode="edit">
          {(['siren', 'powerMain', 'waterMain', 'gasMain', 'assemblyPoint'] as const).map(section => (
            <TextField key={section} label={t(`protection.plan.${section}`)} max={150} {...form.getInputProps(section)} />
          ))}
        </Entries>
      </Card>
      <Generator form={form} />
      <Batteries form={form} />
      <Card title={t('protection.plan.intervals')}>
        <Entries mode="edit">
          {TestedThing.options.map(path => (
            <NumberField
              key={path}
              label={t(PATH_WORDS[path])}
              hint={t('duration.days', { count: intervalOf(path, known.content.testIntervals) })}
              min={1}
              max={366}
              value={form.getValues().intervals[path]}
              onChange={days => form.setFieldValue(`intervals.${path}`, days)}
              error={form.errors[`intervals.${path}`]}
            />
          ))}
        </Entries>
      </Card>
    </EditForm>
  )
}

function Contacts({ form }: { form: Form }) {
  const t = useText()
  const roles = PLAN_ROLES.map(value => ({ value, label: t(`protection.role.${camel(value)}`) }))
  return (
    <Card title={t('protection.plan.contacts')}>
      <div className="stack">
        {form.getValues().contacts.map((_, at) => (
          // oxlint-disable-next-line no-array-index-key -- a contact is its place
          <fieldset key={at} className="protection-entry">
            <legend>{t('protection.plan.contact', { number: at + 1 })}</legend>
            <Entries mode="edit">
              <SelectField
                label={t('protection.plan.role')}
                options={roles}
                required
                {...form.getInputProps(`contacts.${at}.planRole`)}
              />
              <TextField label={t('ui.name')} required max={80} {...form.getInputProps(`contacts.${at}.displayName`)} />
              <PhoneField label={t('user.phone')} required {...form.getInputProps(`contacts.${at}.phone`)} />
              <TextField label={t('protection.plan.note')} max={150} {...form.getInputProps(`contacts.${at}.note`)} />
              <Remove run={() => form.removeListItem('contacts', at)} />
            </Entries>
          </fieldset>
        ))}
        <Add label={t('protection.plan.addContact')} run={() => form.insertListItem('contacts', newContact())} />
      </div>
    </Card>
  )
}

function Generator({ form }: { form: Form }) {
  const t = useText()
  const { generator } = form.getValues()
  const set = (change: Partial<PlanGenerator>) => form.setFieldValue('generator', { ...generator!, ...change })
  return (
    <Card title={t('protection.plan.generator')}>
      <Entries mode="edit">
        <SwitchField
          label={t('protection.plan.hasGenerator')}
          checked={generator !== null}
          onChange={({ currentTarget }) => form.setFieldValue('generator', currentTarget.checked ? newGenerator() : null)}
        />
        {generator && (
          <>
            <TextField label={t('protection.plan.make')} required max={80} {...form.getInputProps('generator.make')} />
            <NumberField
              label={t('protection.plan.powerKw')}
              unit="kW"
              decimals={1}
              min={0}
              max={10_000}
              value={generator.powerKw ?? undefined}
              onChange={powerKw => set({ powerKw: powerKw ?? null })}
              error={form.errors['generator.powerKw']}
            />
            <SelectField
              label={t('protection.plan.fuel')}
              options={GENERATOR_FUELS.map(value => ({ value, label: t(`protection.fuel.${camel(value)}`) }))}
              required
              {...form.getInputProps('generator.fuelKind')}
            />
            <SelectField
              label={t('protection.plan.start')}
              options={GENERATOR_STARTS.map(value => ({ value, label: t(`protection.start.${camel(value)}`) }))}
              required
              {...form.getInputProps('generator.start')}
            />
            <TextField label={t('protection.plan.location')} max={150} {...form.getInputProps('generator.location')} />
            <DayField
              label={t('protection.plan.serviceDue')}
              value={generator.serviceDue ?? undefined}
              onChange={day => set({ serviceDue: day ?? null })}
              error={form.errors['generator.serviceDue']}
            />
          </>
        )}
      </Entries>
    </Card>
  )
}

function Batteries({ form }: { form: Form }) {
  const t = useText()
  return (
    <Card title={t('protection.plan.batteries')}>
      <div className="stack">
        {form.getValues().batteries.map(({ fitted, replaceBy }, at) => (
          // oxlint-disable-next-line no-array-index-key -- a battery is its place
          <fieldset key={at} className="protection-entry">
            <legend>{t('protection.plan.battery', { number: at + 1 })}</legend>
            <Entries mode="edit">
              <TextField
                label={t('protection.plan.batteryOf')}
                required
                max={80}
                {...form.getInputProps(`batteries.${at}.displayName`)}
              />
              <TextField label={t('protection.plan.location')} max={150} {...form.getInputProps(`batteries.${at}.location`)} />
              <DayField
                label={t('protection.plan.fitted')}
                value={fitted ?? undefined}
                onChange={day => form.setFieldValue(`batteries.${at}.fitted`, day ?? null)}
                error={form.errors[`batteries.${at}.fitted`]}
              />
              <DayField
                label={t('protection.plan.replaceBy')}
                value={replaceBy ?? undefined}
                onChange={day => form.setFieldValue(`batteries.${at}.replaceBy`, day ?? null)}
                error={form.errors[`batteries.${at}.replaceBy`]}
              />
              <Remove run={() => form.removeListItem('batteries', at)} />
            </Entries>
          </fieldset>
        ))}
        <Add label={t('protection.plan.addBattery')} run={() => form.insertListItem('batteries', newBattery())} />
      </div>
    </Card>
  )
}

/** The hint beside cancel and save. */
const head = (hint: string) => (actions: ReactNode) => (
  <div className="protection-head">
    <Note>{hint}</Note>
    <div className="protection-actions">{actions}</div>
  </div>
)

const Add = ({ label, run }: { label: string; run: () => void }) => (
  <div>
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={({ currentTarget }) => {
        run()
        focusAdded(currentTarget, '.stack', '.entries')
      }}
    >
      {label}
    </Button>
  </div>
)

function Remove({ run }: { run: () => void }) {
  const t = useText()
  return (
    <div className="entry-end">
      <Button variant="subtle" color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={run}>
        {t('ui.delete')}
      </Button>
    </div>
  )
}
