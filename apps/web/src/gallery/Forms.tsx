import { Button } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { useText } from '../platform/texts.tsx'
import { Entries, type FormMode } from '../ui/form/Entries.tsx'
import { NumberField } from '../ui/form/NumberField.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { SwitchField } from '../ui/form/SwitchField.tsx'
import { TextAreaField, TextField } from '../ui/form/TextField.tsx'
import { useEditForm } from '../ui/form/useEditForm.ts'
import { toast } from '../ui/overlay/toast.ts'
import { AuditFoot } from '../ui/page/AuditFoot.tsx'
import { Card } from '../ui/page/Card.tsx'
import { PageHead } from '../ui/page/PageHead.tsx'
import { Tabs } from '../ui/page/Tabs.tsx'
import { StatusPill } from '../ui/marks/StatusPill.tsx'
import { now } from './samples.ts'

const schema = z.object({
  title: z.string().trim().min(1).max(150),
  severity: z.enum(['LOW', 'MAJOR']),
  minutes: z.number().int().min(0).max(720),
  notes: z.string().max(1000),
  notify: z.boolean(),
})

/** A details page, and the same page being edited. `?mode=view`. */
export function Forms() {
  const t = useText()
  const [mode, setMode] = useState<FormMode>(new URLSearchParams(location.search).get('mode') === 'view' ? 'view' : 'edit')
  const [tab, setTab] = useState<'form' | 'log'>('form')
  const { form, submit, ref, saving, wrong } = useEditForm<{
    title: string
    severity: string | null
    minutes: number | undefined
    notes: string
    notify: boolean
  }>({
    initial: { title: 'Night temperature guard', severity: 'MAJOR', minutes: 10, notes: '', notify: true },
    schema,
    save: async () => {
      toast(t('state.saved'), 'Version 4 runs on box QPL-01.')
      setMode('view')
    },
  })
  return (
    <form ref={ref} onSubmit={event => void submit(event)} noValidate>
      <PageHead
        back={{ href: '/rules', label: t('nav.rules') }}
        title="Night temperature guard"
        meta={<StatusPill tone="ok">{t('deploy.status.deployed')}</StatusPill>}
        stacked
        actions={
          mode === 'view' ? (
            <Button onClick={() => setMode('edit')}>{t('ui.edit')}</Button>
          ) : (
            <>
              <Button variant="default" onClick={() => setMode('view')}>
                {t('ui.cancel')}
              </Button>
              <Button type="submit" data-busy={saving || undefined}>
                {t('ui.save')}
              </Button>
            </>
          )
        }
      />
      <Tabs
        label="Rule"
        items={[
          { key: 'form', name: 'Basic info', bad: wrong.length > 0 },
          { key: 'log', name: 'Log', count: 14 },
        ]}
        current={tab}
        onChange={setTab}
      >
        <Card title="Basic info" hint="what fires, and when">
          <Entries mode={mode}>
            <TextField label="Title" required max={150} {...form.getInputProps('title')} />
            <SelectField
              label={t('event.severity.label')}
              required
              options={[
                { value: 'LOW', label: t('event.severity.low') },
                { value: 'MAJOR', label: t('event.severity.major') },
              ]}
              {...form.getInputProps('severity')}
            />
            <NumberField label="Permanence" unit="min" min={0} max={720} {...form.getInputProps('minutes')} />
            <SwitchField label={t('notification.notifyResponsibles')} {...form.getInputProps('notify', { type: 'checkbox' })} />
            <TextAreaField label={t('ui.notes')} max={1000} {...form.getInputProps('notes')} />
          </Entries>
        </Card>
        <AuditFoot created={{ by: 'Pedro Nunes', at: now - 9e9 }} updated={{ at: now - 1e9 }} />
      </Tabs>
    </form>
  )
}
