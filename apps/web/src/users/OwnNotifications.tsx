import { Button } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import type { Session } from '@steading/contract/sessions'
import { NOTIFICATION_CHANNELS, SUBSCRIPTIONS, users } from '@steading/contract/users'
import type { TextKey, Translate } from '@steading/locales/text'
import { IconBellOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { z } from 'zod'
import { data } from '../platform/api.ts'
import { isConflict } from '../platform/failures.ts'
import { queryClient } from '../platform/queries.ts'
import { useSignedIn } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { CheckGroup } from '../ui/form/CheckGroup.tsx'
import { ClockField } from '../ui/form/ClockField.tsx'
import { Entries } from '../ui/form/Entries.tsx'
import { same } from '../ui/form/met.ts'
import { SelectField } from '../ui/form/SelectField.tsx'
import { SwitchField } from '../ui/form/SwitchField.tsx'
import { type TheirEntry, Theirs } from '../ui/form/Theirs.tsx'
import { type EditForm, useEditForm } from '../ui/form/useEditForm.ts'
import { useSave } from '../ui/form/useSave.ts'
import { severities, severityWord } from '../ui/marks/SeverityMark.tsx'
import { toast } from '../ui/overlay/toast.ts'
import { Card } from '../ui/page/Card.tsx'
import { Note } from '../ui/page/Note.tsx'
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
  return <Both notifications={notifications.data} subscriptions={subscriptions.data} />
}

type Alarming = z.output<typeof users.notifications.reply>
type Subscribed = z.output<typeof users.subscriptions.reply>

/** Both are kept with the person, and have one version: what the other card saves is no conflict. */
function Both({ notifications, subscriptions }: { notifications: Alarming; subscriptions: Subscribed }) {
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
const alike = <T extends Alarming | Subscribed>(a: T, b: T) => same({ ...a, version: 0 }, { ...b, version: 0 })

/** The entries of one card: what is typed stays, whatever the other card saves; where nothing is typed they are as they are kept. */
function useOwnCard<T extends Alarming | Subscribed>(
  { of }: CardOf<T>,
  schema: z.ZodType,
  { save, fresh }: { save: (body: T) => Promise<T>; fresh: () => Promise<T> },
) {
  const t = useText()
  // What was typed over, with its version; and before somebody else saved, until one has saved over theirs.
  const [base, rebase] = useState(of)
  const [before, remember] = useState<T>()
  const kept = async (body: T) => {
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
      rebase(await kept(body))
      remember(undefined)
      await ownChanged()
      toast(t('state.saved'))
    },
  })
  const { form, dirty, submit, meet } = edit
  useEffect(() => {
    if (of.version <= base.version || (dirty && !alike(of, base))) return
    rebase(of)
    if (dirty) return
    form.setValues(of)
    form.resetDirty(of)
    // The form is another value after each key, and the same form.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [of, dirty, base])
  const over = (now: T) => {
    remember(base)
    rebase(now)
    meet(now, base)
  }
  const { theirs, ...saving } = useSave({ submit, fresh, over })
  return { edit, ...saving, conflict: theirs && before && { theirs, before } }
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
  const t = useText()
  const who = useSignedIn()
  const { edit, busy, save, conflict } = useOwnCard(card, users.setNotifications.body, {
    save: body => data(calls.setNotifications({ body })),
    fresh: () => queryClient.fetchQuery({ ...ownNotificationsQuery, staleTime: 0 }),
  })
  const { form } = edit
  const isReached = NOTIFICATION_CHANNELS.some(channel => isOn(who, channel) && form.values.channels[channel])
  return (
    <SavedCard title={t('profile.alarms')} edit={edit} busy={busy} save={save}>
      {conflict && <Theirs who={undefined} entries={alarmsChanged(conflict, form, t)} />}
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
  { theirs, before }: { readonly theirs: Alarming; readonly before: Alarming },
  form: EditForm<Alarming>['form'],
  t: Translate,
): TheirEntry[] {
  const { channels, from, quiet } = form.values
  return [
    ...NOTIFICATION_CHANNELS.filter(one => theirs.channels[one] !== before.channels[one]).map(one => ({
      key: one,
      label: t(channelWord[one]),
      said: t(theirs.channels[one] ? 'ui.yes' : 'ui.no'),
      taken: channels[one] === theirs.channels[one],
      take: () => form.setFieldValue('channels', { ...form.getValues().channels, [one]: theirs.channels[one] }),
    })),
    ...(theirs.from === before.from
      ? []
      : [
          {
            key: 'from',
            label: t('profile.from'),
            said: t(severityWord[theirs.from]),
            taken: from === theirs.from,
            take: () => form.setFieldValue('from', theirs.from),
          },
        ]),
    ...(same(theirs.quiet, before.quiet)
      ? []
      : [
          {
            key: 'quiet',
            label: t('profile.quiet'),
            said: said(theirs.quiet) ?? t('ui.no'),
            taken: same(quiet, theirs.quiet),
            take: () => form.setFieldValue('quiet', theirs.quiet),
          },
        ]),
  ]
}

const said = (quiet: Alarming['quiet']) => quiet && `${quiet.from}–${quiet.to}`
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
  const t = useText()
  const { edit, busy, save, conflict } = useOwnCard(card, users.setSubscriptions.body, {
    save: body => data(calls.setSubscriptions({ body })),
    fresh: () => queryClient.fetchQuery({ ...ownSubscriptionsQuery, staleTime: 0 }),
  })
  return (
    <SavedCard title={t('profile.subscriptions')} edit={edit} busy={busy} save={save}>
      {conflict && (
        <Theirs
          who={undefined}
          entries={[
            {
              key: 'subscriptions',
              label: t('profile.subscriptions'),
              said: conflict.theirs.subscriptions.map(one => t(subscriptionWord[one])).join(', '),
              taken: same(edit.form.values.subscriptions, conflict.theirs.subscriptions),
              take: () => edit.form.setFieldValue('subscriptions', conflict.theirs.subscriptions),
            },
          ]}
        />
      )}
      <CheckGroup
        label={t('profile.subscriptions')}
        hideLabel
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
