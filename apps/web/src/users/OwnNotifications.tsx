import { Button, Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import type { Session } from '@steading/contract/sessions'
import { NOTIFICATION_CHANNELS, SUBSCRIPTIONS, users } from '@steading/contract/users'
import type { TextKey } from '@steading/locales/text'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { data } from '../platform/api.ts'
import { useSignedIn } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { Entries } from '../ui/form/Entries.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { SwitchField } from '../ui/form/SwitchField.tsx'
import { type EditForm, useEditForm } from '../ui/form/useEditForm.ts'
import { severities, severityWord } from '../ui/marks/SeverityMark.tsx'
import { toast } from '../ui/overlay/toast.ts'
import { useAct } from '../ui/overlay/useAct.ts'
import { Card } from '../ui/page/Card.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { Skeletons } from '../ui/state/Skeletons.tsx'
import { ownChanged, ownNotificationsQuery, ownSubscriptionsQuery } from './profile.queries.ts'
import { calls } from './users.queries.ts'
import './profile.css'
import { Form } from '../ui/form/Form.tsx'

/** By which channels one is told of alarms, and what one has sent regularly. */
export function OwnNotifications() {
  const t = useText()
  const notifications = useQuery(ownNotificationsQuery)
  const subscriptions = useQuery(ownSubscriptionsQuery)
  const failed = [notifications, subscriptions].find(one => one.error && !one.data)
  if (failed) return <Failed what={t('failed.title')} error={failed.error} retry={() => void failed.refetch()} />
  if (!notifications.data || !subscriptions.data) return <Skeletons rows={6} />
  // Both are kept with the person: the one that was saved makes the other's version old, so both begin anew.
  const key = notifications.data.version
  return (
    <>
      <Alarms key={`alarms ${key}`} of={notifications.data} />
      <Subscriptions key={`subscriptions ${key}`} of={{ ...subscriptions.data, version: key }} />
    </>
  )
}

type Channel = (typeof NOTIFICATION_CHANNELS)[number]
const channelWord = {
  MAIL: 'notification.mail',
  SMS: 'notification.sms',
  VOICE: 'notification.voice',
  WHATSAPP: 'notification.whatsapp',
} as const satisfies Record<Channel, TextKey>

/** Whether a channel's service is on for this session. */
const isOn = (who: Session, channel: Channel): boolean =>
  ({ MAIL: true, SMS: who.smsEnabled, VOICE: who.voiceEnabled, WHATSAPP: who.whatsappEnabled })[channel]

function Alarms({ of }: { of: z.output<typeof users.notifications.reply> }) {
  const t = useText()
  const who = useSignedIn()
  const edit = useEditForm({
    initial: of,
    schema: users.setNotifications.body,
    save: async body => {
      await data(calls.setNotifications({ body }))
      await ownChanged()
      toast(t('state.saved'))
    },
  })
  const { form } = edit
  return (
    <SavedCard title={t('profile.alarms')} edit={edit}>
      <Entries mode="edit">
        {NOTIFICATION_CHANNELS.map(channel => (
          <SwitchField
            key={channel}
            label={t(channelWord[channel])}
            disabled={!isOn(who, channel)}
            {...(!isOn(who, channel) && { hint: t('profile.channelOff') })}
            {...form.getInputProps(`channels.${channel}`, { type: 'checkbox' })}
          />
        ))}
        <SelectField
          label={t('profile.from')}
          required
          hint={t('profile.fromHint')}
          options={severities.map(value => ({ value, label: t(severityWord[value]) }))}
          {...form.getInputProps('from')}
        />
      </Entries>
    </SavedCard>
  )
}

const subscriptionWord = {
  DAILY_SUMMARY: 'profile.dailySummary',
  WEEKLY_SUMMARY: 'profile.weeklySummary',
  PRODUCT_NEWS: 'profile.productNews',
} as const satisfies Record<(typeof SUBSCRIPTIONS)[number], TextKey>

function Subscriptions({ of }: { of: z.output<typeof users.subscriptions.reply> }) {
  const t = useText()
  const edit = useEditForm({
    initial: of,
    schema: users.setSubscriptions.body,
    save: async body => {
      await data(calls.setSubscriptions({ body }))
      await ownChanged()
      toast(t('state.saved'))
    },
  })
  return (
    <SavedCard title={t('profile.subscriptions')} edit={edit}>
      <Checkbox.Group aria-label={t('profile.subscriptions')} {...edit.form.getInputProps('subscriptions')}>
        <div className="own-checks">
          {SUBSCRIPTIONS.map(one => (
            <Checkbox key={one} value={one} label={t(subscriptionWord[one])} />
          ))}
        </div>
      </Checkbox.Group>
    </SavedCard>
  )
}

/** A card whose entries are saved together. */
function SavedCard({
  title,
  edit: { submit, ref, dirty, saving },
  children,
}: {
  title: string
  edit: Pick<EditForm<object>, 'submit' | 'ref' | 'dirty' | 'saving'>
  children: ReactNode
}) {
  const t = useText()
  const { act } = useAct()
  return (
    <Card title={title}>
      <Form of={ref} onSubmit={() => void act(submit)}>
        {children}
        <div className="own-foot">
          <Button type="submit" disabled={!dirty} data-busy={saving || undefined}>
            {t('ui.save')}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
