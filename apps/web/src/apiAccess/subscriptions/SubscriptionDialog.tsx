import { check } from '@steading/contract/http/problem'
import { DELIVERY_METHODS, MAX_SUBJECTS, SUBSCRIPTION_TYPES, subscriptions } from '@steading/contract/apiAccess/subscriptions'
import type { Subscription } from '@steading/contract/apiAccess/subscriptions'
import { placesIn } from '../../entities/index.ts'
import { data } from '../../platform/api/api.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { useText } from '../../platform/texts.tsx'
import { ChoiceField } from '../../ui/form/fields/ChoiceField.tsx'
import { MultiSelectField } from '../../ui/form/fields/MultiSelectField.tsx'
import { SelectField } from '../../ui/form/fields/SelectField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { UrlField } from '../../ui/form/fields/UrlField.tsx'
import { createFieldSetter } from '../../ui/form/edit/createFieldSetter.ts'
import { errorFor } from '../../ui/form/edit/errorFor.ts'
import { Form } from '../../ui/form/edit/Form.tsx'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { useAsyncOptions } from '../../ui/form/options/useAsyncOptions.ts'
import { infoDialog } from '../../ui/overlay/dialogs.ts'
import { Modal, ModalFoot } from '../../ui/overlay/Modal.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { Copyable } from '../../ui/page/Copyable.tsx'
import { initialValues, toCreateBody, toEditBody } from './subscriptionForm.ts'
import type { SubscriptionFormValues } from './subscriptionForm.ts'
import { calls, interfacesFound, subscriptionsChanged } from './subscriptions.queries.ts'
import { deliveryWords, typeWords } from './subscriptionWords.tsx'

/** Creates a subscription, or changes this one. Type and delivery of one that exists stay. */
export default function SubscriptionDialog({
  apiId,
  of,
  onClose,
}: {
  apiId: string
  of?: Subscription | undefined
  onClose: () => void
}) {
  const t = useText()
  const sendCreate = useWrite(['subscriptions', 'create'], calls.create)
  const sendEdit = useWrite(['subscriptions', 'edit'], calls.edit)
  const { busy, run } = useAsyncAction()
  const create = async (values: SubscriptionFormValues) => {
    const fresh = await data(sendCreate({ params: { apiId }, body: toCreateBody(values) }))
    await subscriptionsChanged()
    toast(t('subscription.created'), fresh.displayName)
    onClose()
    if (fresh.hmacSecret !== null)
      await infoDialog({
        title: t('subscription.hmac'),
        text: (
          <>
            <p>{t('api.secretOnce')}</p>
            <Copyable label={t('subscription.hmac')} text={fresh.hmacSecret} />
          </>
        ),
        yes: t('api.secretCopied'),
      })
  }
  const edit = async (values: SubscriptionFormValues, before: Subscription) => {
    await data(sendEdit({ params: { apiId, id: before.id }, body: toEditBody(values, before) }))
    await subscriptionsChanged()
    toast(t('ledger.saved'), values.displayName)
    onClose()
  }
  const { form, dirty, submit, ref } = useEditForm<SubscriptionFormValues>({
    initial: initialValues(of),
    validate: values => {
      const checked = of
        ? check(subscriptions.edit.body, toEditBody(values, of))
        : check(subscriptions.create.body, toCreateBody(values))
      return checked.ok
        ? {}
        : Object.fromEntries(checked.problems.map(({ field, code, values: more }) => [field, t(`invalid.${code}`, more)]))
    },
    save: values => (of ? edit(values, of) : create(values)),
  })
  const { values, errors } = form
  const set = createFieldSetter(form)
  const isOfReadings = values.type === 'READINGS'
  const places = useAsyncOptions(placesIn({}), { chosen: values.entityIds, enabled: !isOfReadings })
  const found = useAsyncOptions(interfacesFound, { chosen: values.interfaceIds, enabled: isOfReadings })
  return (
    <Modal title={t(of ? 'subscription.one' : 'subscription.new')} size={560} stays isChanged={dirty} onClose={onClose}>
      <Form of={ref} onSubmit={() => void run(submit)}>
        <TextField label={t('ui.name')} required max={50} autoComplete="off" {...form.getInputProps('displayName')} />
        {!of && (
          <SelectField
            label={t('subscription.type')}
            required
            options={SUBSCRIPTION_TYPES.map(value => ({ value, label: t(typeWords[value]) }))}
            value={values.type}
            onChange={type => type && set({ type })}
            error={errorFor(errors, 'type')}
          />
        )}
        {isOfReadings ? (
          <MultiSelectField
            label={t('subscription.interfaces')}
            options={found.options}
            value={[...values.interfaceIds]}
            onChange={interfaceIds => set({ interfaceIds })}
            max={MAX_SUBJECTS}
            onSearch={found.search}
            error={errorFor(errors, 'interfaceIds')}
          />
        ) : (
          <MultiSelectField
            label={t('subscription.entities')}
            hint={values.entityIds.length === 0 && t('subscription.everywhere')}
            options={places.options}
            value={[...values.entityIds]}
            onChange={entityIds => set({ entityIds })}
            max={MAX_SUBJECTS}
            onSearch={places.search}
            error={errorFor(errors, 'entityIds')}
          />
        )}
        {!of && (
          <ChoiceField
            label={t('subscription.delivery')}
            options={DELIVERY_METHODS.map(value => ({ value, label: t(deliveryWords[value]) }))}
            value={values.delivery}
            onChange={delivery => set({ delivery })}
          />
        )}
        {values.delivery === 'WEBHOOK' && (
          <UrlField
            label={t('subscription.url')}
            required
            value={values.url}
            onChange={event => set({ url: event.currentTarget.value })}
            error={errorFor(errors, 'url')}
          />
        )}
        <ModalFoot word={t(of ? 'ui.save' : 'ui.create')} busy={busy} onClose={onClose} />
      </Form>
    </Modal>
  )
}
