import { Button } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import type { Session } from '@steading/contract/users/sessions'
import { NOTIFICATION_CHANNELS, SUBSCRIPTIONS, users } from '@steading/contract/users/users'
import type { TextKey, Translate } from '@steading/locales/text'
import { IconBellOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { z } from 'zod'
import { data } from '../../platform/api/api.ts'
import { isConflict } from '../../platform/api/failures.ts'
import { queryClient } from '../../platform/api/queries.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { useSignedIn } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { CheckGroup } from '../../ui/form/fields/CheckGroup.tsx'
import { ClockField } from '../../ui/form/fields/ClockField.tsx'
import { Entries } from '../../ui/form/edit/FormFields.tsx'
import { isEqual } from '../../ui/form/edit/merge3.ts'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { SwitchField } from '../../ui/form/fields/SwitchField.tsx'
import { type ConflictEntry, ConflictPanel } from '../../ui/form/edit/ConflictPanel.tsx'
import { type EditForm, useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { useSave } from '../../ui/form/edit/useSave.ts'
import { severities, severityWord } from '../../ui/marks/SeverityMark.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { Card } from '../../ui/page/Card.tsx'
import { Note } from '../../ui/page/Note.tsx'
import { Failed } from '../../ui/state/Failed.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { ownChanged, ownNotificationsQuery, ownSubscriptionsQuery } from './profile.queries.ts'
import { calls } from '../users.queries.ts'
import './profile.css'
import { Form } from '../../ui/form/edit/Form.tsx'

/** By which channels one is told of alarms, and what one has sent regularly. */
export function OwnNotifications() {
  const t = useText()
  const notifications = useQuery(ownNotificationsQuery)
  const subscriptions = useQuery(ownSubscriptionsQuery)
  const failed = [notifications, subscriptions].find(one => one.error && !one.data)
  if (failed) return <Failed what={t('failed.title')} error={failed.error} retry={() => void failed.refetch()} />
  if (!notifications.data || !subscriptions.data) return <Skeletons rows={6} />
  return <NotificationCards notifications={notifications.data} subscriptions={subscriptions.data} />
}

type Alarming = z.output<typeof users.notifications.reply>
type Subscribed = z.output<typeof users.subscriptions.reply>

/** Both are kept with the person, and have one version: what the other card saves is no conflict. */
function NotificationCards({ notifications, subscriptions }: { notifications: Alarming; subscriptions: Subscribed }) {
  return (
    <>
      <Alarms of={notifications} />
      <Subscriptions of={subscriptions} />
    </>
  )
}

interface CardOf<T> {
  readonly of: T
}

/** Whether two states of a card say the same, whatever the other card has saved between them. */
const alike = <T extends Alarming | Subscribed>(a: T, b: T) => isEqual({ ...a, version: 0 }, { ...b, version: 0 })

/** The entries of one card: what is typed stays, whatever the other card saves; where nothing is typed they are as they are kept. */
function useOwnCard<T extends Alarming | Subscribed>(
  { of }: CardOf<T>,
  schema: z.ZodType,
  { save, fresh }: { save: (body: T) => Promise<T>; fresh: () => Promise<T> },
) {
  const t = useText()
  // What was typed over, with its version; and before somebody else saved, until one has saved over theirs.
  const [base, setBase] = useState(of)
  const [before, setBefore] = useState<T>()
  const saveUnlessChanged = async (body: T) => {
    try {
      return await save({ ...body, version: base.version })
    } catch (error) {
      if (!isConflict(error)) throw error
      const now = await fresh()
      if (!alike(now, base)) throw error
      return await save({ ...body, version: now.version })
    }
  }
  const edit = useEditForm<T>({
    initial: of,
    schema,
    save: async body => {
      setBase(await saveUnlessChanged(body))
      setBefore(undefined)
      await ownChanged()
      toast(t('state.saved'))
    },
  })
  const { form, dirty, submit, rebase } = edit
  useEffect(() => {
    if (of.version <= base.version || (dirty && !alike(of, base))) return
    setBase(of)
    if (dirty) return
    form.setValues(of)
    form.resetDirty(of)
    // The form is another value after each key, and the same form.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [of, dirty, base])
  const onConflict = (now: T) => {
    setBefore(base)
    setBase(now)
    rebase(now, base)
  }
  const { latest, ...saving } = useSave({ submit, fetchLatest: fresh, onConflict })
  return { edit, ...saving, conflict: latest && before && { latest, before } }
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

function Alarms(card: CardOf<Alarming>) {
  const sendSetNotifications = useWrite(['users', 'setNotifications'], calls.setNotifications)
  const t = useText()
  const who = useSignedIn()
  const { edit, busy, save, conflict } = useOwnCard(card, users.setNotifications.body, {
    save: body => data(sendSetNotifications({ body })),
    fresh: () => queryClient.fetchQuery({ ...ownNotificationsQuery, staleTime: 0 }),
  })
  const { form } = edit
  const isReached = NOTIFICATION_CHANNELS.some(channel => isOn(who, channel) && form.values.channels[channel])
  return (
    <SavedCard title={t('profile.alarms')} edit={edit} busy={busy} save={save}>
      {conflict && <ConflictPanel who={undefined} entries={alarmsChanged(conflict, form, t)} />}
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
        {!isReached && (
          <output className="entry-wide">
            <Note icon={<IconBellOff size={16} aria-hidden />}>{t('profile.noChannel')}</Note>
          </output>
        )}
        <SelectField
          label={t('profile.from')}
          required
          hint={t('profile.fromHint')}
          options={severities.map(value => ({ value, label: t(severityWord[value]) }))}
          {...form.getInputProps('from')}
        />
        <Quiet form={form} />
      </Entries>
    </SavedCard>
  )
}

/** What somebody else has set otherwise than it was. */
function alarmsChanged(
  { latest, before }: { readonly latest: Alarming; readonly before: Alarming },
  form: EditForm<Alarming>['form'],
  t: Translate,
): ConflictEntry[] {
  const { channels, from, quiet } = form.values
  return [
    ...NOTIFICATION_CHANNELS.filter(one => latest.channels[one] !== before.channels[one]).map(one => ({
      key: one,
      label: t(channelWord[one]),
      value: t(latest.channels[one] ? 'ui.yes' : 'ui.no'),
      isTaken: channels[one] === latest.channels[one],
      take: () => form.setFieldValue('channels', { ...form.getValues().channels, [one]: latest.channels[one] }),
    })),
    ...(latest.from === before.from
      ? []
      : [
          {
            key: 'from',
            label: t('profile.from'),
            value: t(severityWord[latest.from]),
            isTaken: from === latest.from,
            take: () => form.setFieldValue('from', latest.from),
          },
        ]),
    ...(isEqual(latest.quiet, before.quiet)
      ? []
      : [
          {
            key: 'quiet',
            label: t('profile.quiet'),
            value: quietWords(latest.quiet) ?? t('ui.no'),
            isTaken: isEqual(quiet, latest.quiet),
            take: () => form.setFieldValue('quiet', latest.quiet),
          },
        ]),
  ]
}

const quietWords = (quiet: Alarming['quiet']) => quiet && `${quiet.from}–${quiet.to}`
/** Offered at first: a night. */
const NIGHT = { from: '22:00', to: '06:00' }

/** The hours of each day in which nothing comes that can wait. */
function Quiet({ form }: Pick<EditForm<Alarming>, 'form'>) {
  const t = useText()
  const { quiet } = form.values
  const put = (part: Partial<typeof NIGHT>) => form.setFieldValue('quiet', { ...(quiet ?? NIGHT), ...part })
  return (
    <>
      <SwitchField
        label={t('profile.quiet')}
        hint={t('profile.quietHint')}
        checked={quiet !== null}
        onChange={event => form.setFieldValue('quiet', event.currentTarget.checked ? NIGHT : null)}
      />
      {quiet && (
        <>
          <ClockField
            label={t('profile.quietFrom')}
            required
            value={quiet.from}
            error={form.errors['quiet.from']}
            onChange={from => put({ from: from ?? '' })}
          />
          <ClockField
            label={t('profile.quietTo')}
            required
            value={quiet.to}
            error={form.errors['quiet.to']}
            onChange={to => put({ to: to ?? '' })}
          />
        </>
      )}
    </>
  )
}

const subscriptionWord = {
  DAILY_SUMMARY: 'profile.dailySummary',
  WEEKLY_SUMMARY: 'profile.weeklySummary',
} as const satisfies Record<(typeof SUBSCRIPTIONS)[number], TextKey>

function Subscriptions(card: CardOf<Subscribed>) {
  const sendSetSubscriptions = useWrite(['users', 'setSubscriptions'], calls.setSubscriptions)
  const t = useText()
  const { edit, busy, save, conflict } = useOwnCard(card, users.setSubscriptions.body, {
    save: body => data(sendSetSubscriptions({ body })),
    fresh: () => queryClient.fetchQuery({ ...ownSubscriptionsQuery, staleTime: 0 }),
  })
  return (
    <SavedCard title={t('profile.subscriptions')} edit={edit} busy={busy} save={save}>
      {conflict && (
        <ConflictPanel
          who={undefined}
          entries={[
            {
              key: 'subscriptions',
              label: t('profile.subscriptions'),
              value: conflict.latest.subscriptions.map(subscription => t(subscriptionWord[subscription])).join(', '),
              isTaken: isEqual(edit.form.values.subscriptions, conflict.latest.subscriptions),
              take: () => edit.form.setFieldValue('subscriptions', conflict.latest.subscriptions),
            },
          ]}
        />
      )}
      <CheckGroup
        label={t('profile.subscriptions')}
        hideLabel
        hint={t('profile.subscriptionsHint')}
        options={SUBSCRIPTIONS.map(value => ({ value, label: t(subscriptionWord[value]) }))}
        {...edit.form.getInputProps('subscriptions')}
      />
    </SavedCard>
  )
}

/** A card whose entries are saved together. */
function SavedCard({
  title,
  edit: { ref, dirty },
  busy,
  save,
  children,
}: {
  title: string
  edit: Pick<EditForm<object>, 'ref' | 'dirty'>
  busy: boolean
  save: () => Promise<unknown>
  children: ReactNode
}) {
  const t = useText()
  return (
    <Card title={title}>
      <Form of={ref} onSubmit={() => void save()}>
        {children}
        <div className="own-foot">
          <Button type="submit" disabled={!dirty} data-busy={busy || undefined}>
            {t('ui.save')}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
