import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useLanguage, useText } from '../../platform/texts.tsx'
import { countryNames, countryOptions } from '../../ui/form/input/countries.ts'
import { Entries, type FormMode, ReadOnlyField } from '../../ui/form/edit/FormFields.tsx'
import { focusAdded } from '../../ui/form/edit/focus.ts'
import { PhoneField } from '../../ui/form/fields/PhoneField.tsx'
import { spokenPhone } from '../../ui/form/input/phones.ts'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { useCallerCountry } from '../../ui/form/input/useCallerCountry.ts'
import { Card } from '../../ui/page/Card.tsx'
import { type ContactValues, type OwnForm, addressLines, emptyContact } from '../form/userForm.ts'
import '../users.css'

/** The most that a person has. */
const most = 20

/** How a person is reached besides: numbers at work and postal addresses. */
export function ContactsCard({ form, mode }: { form: OwnForm; mode: FormMode }) {
  const t = useText()
  const home = useCallerCountry(mode !== 'view')
  const { contacts } = form.values
  if (mode === 'view') return <ContactsShown of={contacts} />
  const add =
    (type: ContactValues['type']) =>
    ({ currentTarget }: { currentTarget: HTMLElement }) => {
      form.setFieldValue('contacts', [...contacts, emptyContact(type, home)])
      focusAdded(currentTarget, '.card', '.contacts > li')
    }
  return (
    <Card
      title={t('user.contacts')}
      actions={
        contacts.length < most && (
          <>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={add('WORK_PHONE_NUMBER')}
            >
              {t('user.addPhone')}
            </Button>
            <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={add('POSTAL_ADDRESS')}>
              {t('user.addAddress')}
            </Button>
          </>
        )
      }
    >
      {contacts.length === 0 && <p className="dim">{t('user.contactsNone')}</p>}
      <ol className="contacts">
        {contacts.map((contact, at) => (
          // They have no name of their own, and are only added at the end.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${contact.type} ${at}`}>
            <Contact
              form={form}
              contact={contact}
              at={at}
              number={contacts.slice(0, at + 1).filter(other => other.type === contact.type).length}
              remove={() =>
                form.setFieldValue(
                  'contacts',
                  contacts.filter(other => other !== contact),
                )
              }
            />
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Contact({
  form,
  contact,
  at,
  number,
  remove,
}: {
  form: OwnForm
  contact: ContactValues
  at: number
  /** Which of its kind it is. */
  number: number
  remove: () => void
}) {
  const t = useText()
  const { language } = useLanguage()
  const countries = useMemo(() => countryOptions(language), [language])
  const isPhone = contact.type === 'WORK_PHONE_NUMBER'
  const name = t(isPhone ? 'user.workPhoneAt' : 'user.addressAt', { number })
  return (
    <fieldset className={isPhone ? 'contact' : 'contact tall'}>
      <legend className={isPhone ? 'vh' : undefined}>{name}</legend>
      <Entries mode="edit">
        {isPhone ? (
          <PhoneField label={name} required {...form.getInputProps(`contacts.${at}.phoneNumber`)} />
        ) : (
          <>
            {addressLines.map(line => (
              <TextField
                key={line}
                label={t(`billing.${line}`)}
                required={line === 'addressLine1'}
                max={line === 'postalCode' ? 20 : 150}
                {...form.getInputProps(`contacts.${at}.${line}`)}
              />
            ))}
            <SelectField
              label={t('billing.country')}
              options={countries}
              {...form.getInputProps(`contacts.${at}.countryCodeA3`)}
            />
          </>
        )}
      </Entries>
      <ActionIcon
        className="contact-remove"
        variant="default"
        size={36}
        aria-label={t('multi.remove', { name })}
        title={t('multi.remove', { name })}
        onClick={remove}
      >
        <IconTrash size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
    </fieldset>
  )
}

function ContactsShown({ of }: { of: readonly ContactValues[] }) {
  const t = useText()
  const { language } = useLanguage()
  if (of.length === 0) return null
  return (
    <Card title={t('user.contacts')}>
      <Entries mode="view">
        {of.map((contact, at) => (
          // oxlint-disable-next-line react/no-array-index-key
          <ReadOnlyField key={at} label={t(contact.type === 'WORK_PHONE_NUMBER' ? 'user.workPhone' : 'user.address')}>
            {contact.type === 'WORK_PHONE_NUMBER' ? (
              <a href={`tel:${contact.phoneNumber}`}>{spokenPhone(contact.phoneNumber)}</a>
            ) : (
              <address className="postal">
                {linesOf(contact, language).map(line => (
                  <span key={line}>{line}</span>
                ))}
              </address>
            )}
          </ReadOnlyField>
        ))}
      </Entries>
    </Card>
  )
}

/** An address as it stands on an envelope. */
export function linesOf(of: Extract<ContactValues, { type: 'POSTAL_ADDRESS' }>, language: string): readonly string[] {
  const town = [of.postalCode, of.city].filter(Boolean).join(' ')
  const country = of.countryCodeA3 ? countryNames(language)[of.countryCodeA3] : ''
  return [of.addressLine1, of.addressLine2, town, of.region, country].filter(line => line !== '')
}
