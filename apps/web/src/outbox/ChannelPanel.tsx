import type { ActionConfiguration } from '@steading/contract/events/outbox'
import type { UserRef } from '@steading/contract/users/users'
import type { CountryCode } from '@steading/contract/users/countryCodes'
import { useState } from 'react'
import { useText } from '../platform/texts.tsx'
import { DurationField } from '../ui/form/fields/DurationField.tsx'
import { Entries, type FormMode, useFormMode } from '../ui/form/edit/FormFields.tsx'
import { MultiSelectField } from '../ui/form/fields/MultiSelectField.tsx'
import { SwitchField } from '../ui/form/fields/SwitchField.tsx'
import { TextAreaField, TextField } from '../ui/form/fields/TextField.tsx'
import { Card } from '../ui/page/Card.tsx'
import { Note } from '../ui/page/Note.tsx'
import { SelectField } from '../ui/form/fields/SelectField.tsx'
import { dialCodeOf } from '../ui/form/input/phones.ts'
import { useCallerCountry } from '../ui/form/input/useCallerCountry.ts'
import { useDialCodes } from '../ui/form/input/useDialCodes.ts'
import { contactsIn, isContact, wrongContact } from './contacts.ts'
import { PeopleSelect } from './PeopleSelect.tsx'
import { channelIcon, channelWord } from './words.ts'
import './outbox.css'

const aDay = 86_400

/** One channel: whether it is used, who hears of the event by it, how often, and in which words. */
export function ChannelPanel({
  of,
  mode,
  inCharge,
  nobody,
  closed,
  repeats = true,
  wrong,
  set,
}: {
  of: ActionConfiguration
  mode: FormMode
  /** Who is in charge there, by name. */
  inCharge: string | undefined
  /** Why nobody in charge could be told. */
  nobody: string | undefined
  /** Why the channel cannot be used; what a rule has of it stays. */
  closed: string | undefined
  /** Whether it is told again and again: then how often. */
  repeats?: boolean
  wrong: (field: string) => string | undefined
  set: (change: Partial<ActionConfiguration>) => void
}) {
  const t = useText()
  const { type, properties } = of
  const Icon = channelIcon[type]
  const isActive = of.status === 'ACTIVE'
  const put = (change: Partial<ActionConfiguration['properties']>) => set({ properties: { ...properties, ...change } })
  return (
    <Card
      title={
        <span className="channel-name">
          <Icon size={17} aria-hidden />
          {t(channelWord[type])}
        </span>
      }
      className="channel-panel"
      group
    >
      {closed !== undefined && mode !== 'view' && !isActive ? (
        <Note>{closed}</Note>
      ) : (
        <Entries mode={mode}>
          <SwitchField
            label={t('rule.told.active')}
            checked={isActive}
            disabled={closed !== undefined && !isActive}
            onChange={({ currentTarget }) => set({ status: currentTarget.checked ? 'ACTIVE' : 'INACTIVE' })}
            hint={closed}
          />
          {isActive && (
            <>
              <SwitchField
                label={t('notification.notifyResponsibles')}
                checked={of.notifyResponsible && nobody === undefined}
                disabled={nobody !== undefined}
                onChange={({ currentTarget }) => set({ notifyResponsible: currentTarget.checked })}
                hint={nobody ?? inCharge}
              />
              <PeopleSelect
                label={t('rule.told.users')}
                optionOf={optionOf(of, name => t('rule.told.noPhone', { name }))}
                value={properties.usersList}
                onChange={usersList => put({ usersList })}
                max={100}
                error={wrong('properties.usersList')}
              />
              <Contacts
                type={type}
                value={properties.contactsList}
                onChange={contactsList => put({ contactsList })}
                error={wrong('properties.contactsList')}
              />
              {repeats && type !== 'VOICE' && (
                <DurationField
                  label={t('rule.told.recurrence')}
                  min={0}
                  max={aDay}
                  hint={t('rule.told.recurrenceHint')}
                  value={of.recurrence}
                  onChange={recurrence => set({ recurrence: recurrence ?? 0 })}
                  error={wrong('recurrence')}
                />
              )}
              {type === 'MAIL' && (
                <TextField
                  label={t('rule.told.subject')}
                  max={150}
                  hint={t('rule.told.subjectHint')}
                  value={properties.subject}
                  onChange={({ currentTarget }) => put({ subject: currentTarget.value })}
                  error={wrong('properties.subject')}
                />
              )}
              <TextAreaField
                label={t('rule.told.text')}
                max={1000}
                value={properties.body}
                onChange={({ currentTarget }) => put({ body: currentTarget.value })}
                error={wrong('properties.body')}
              />
            </>
          )}
        </Entries>
      )}
    </Card>
  )
}

/** Whom nobody can call is not offered for calls and messages. */
const optionOf =
  ({ type, properties: { usersList } }: ActionConfiguration, noPhone: (name: string) => string) =>
  ({ userId, displayName, hasValidPhone }: UserRef) => {
    const isOut = type !== 'MAIL' && !hasValidPhone
    return {
      value: userId,
      label: isOut ? noPhone(displayName) : displayName,
      disabled: isOut && !usersList.includes(userId),
    }
  }

/** Addresses or numbers of people without an account; what is neither stays until it is corrected, and says so. */
function Contacts({
  type,
  value,
  onChange,
  error,
}: {
  type: ActionConfiguration['type']
  value: readonly string[]
  onChange: (value: string[]) => void
  error: string | undefined
}) {
  const t = useText()
  const mode = useFormMode()
  const isPhone = type !== 'MAIL'
  const guess = useCallerCountry(isPhone)
  const [chosen, choose] = useState<CountryCode>()
  const country = chosen ?? guess
  const codes = useDialCodes()
  const add = (text: string) => onChange([...new Set([...value, ...contactsIn(type, text, country)])])
  const wrong = value.filter(one => !isContact(type, one))
  return (
    <>
      {isPhone && mode !== 'view' && (
        <SelectField
          label={t('phone.dialCode')}
          options={codes}
          value={country}
          required
          onChange={next => choose(next ?? undefined)}
        />
      )}
      <MultiSelectField
        label={t(isPhone ? 'rule.told.numbers' : 'rule.told.contacts')}
        options={value.map(one => ({ value: one, label: one }))}
        value={value}
        onChange={onChange}
        max={100}
        hint={isPhone ? t('rule.told.numbersHint', { code: dialCodeOf(country) }) : t('rule.told.contactsHint')}
        error={error ?? (wrong.length > 0 ? wrongContact(type, wrong, t) : undefined)}
        onNew={add}
        onLeft={add}
        newText={contact => t('rule.told.addContact', { contact })}
      />
    </>
  )
}
