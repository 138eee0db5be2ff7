import { ActionIcon, Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Entity } from '@steading/contract/entities/entities'
import { LANGUAGES } from '@steading/contract/users/languages'
import { type Tag, tags } from '@steading/contract/entities/tags'
import { languageNames } from '@steading/locales/languages'
import type { Translate } from '@steading/locales/text'
import { IconChevronLeft, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { data } from '../../platform/api/api.ts'
import { queryClient } from '../../platform/api/queries.ts'
import { useWrite } from '../../platform/api/useWrite.ts'
import { useMay } from '../../platform/session/session.ts'
import { useLanguage, useText } from '../../platform/texts.tsx'
import { Entries } from '../../ui/form/edit/FormFields.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { type ConflictEntry, ConflictPanel } from '../../ui/form/edit/ConflictPanel.tsx'
import { useEditForm } from '../../ui/form/edit/useEditForm.ts'
import { useSave } from '../../ui/form/edit/useSave.ts'
import { confirmDialog } from '../../ui/overlay/dialogs.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { Modal, ModalFoot } from '../../ui/overlay/Modal.tsx'
import { Failed } from '../../ui/state/Failed.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { calls, tagsQuery } from '../choices.queries.ts'
import { entitiesChanged } from '../pages.queries.ts'
import { resultWords } from './TagsField.tsx'
import { tagName } from '../words.tsx'
import { Form } from '../../ui/form/edit/Form.tsx'

const schema = tags.edit.body.pick({ name: true, translations: true })

/** The tags that were made at an entity: their names in six languages, and the way to be rid of one. */
export default function TagsDialog({ entity, onClose }: { entity: Entity; onClose: () => void }) {
  const sendRemove = useWrite(['tags', 'remove'], calls.remove)
  const t = useText()
  const may = useMay()
  const { language } = useLanguage()
  const { run } = useAsyncAction()
  const [editing, edit] = useState<Tag>()
  const { data: all, error, refetch } = useQuery(tagsQuery(entity.id))
  const ownTags = all?.filter(tag => tag.entityId === entity.id)
  const remove = async (tag: Tag) => {
    const isSure = await confirmDialog({
      title: t('confirm.delete', { name: tag.name }),
      yes: t('ui.delete'),
      no: t('ui.cancel'),
      danger: true,
    })
    if (isSure)
      await run(async () => {
        await data(sendRemove({ params: { id: tag.id } }))
        await entitiesChanged()
      })
  }
  if (editing) return <EditTag tag={editing} back={() => edit(undefined)} onClose={onClose} />
  return (
    <Modal title={t('tag.manage')} under={entity.displayName} size={460} closable onClose={onClose}>
      {!ownTags &&
        (error ? <Failed what={t('failed.list')} error={error} retry={() => void refetch()} /> : <Skeletons rows={3} />)}
      {ownTags?.length === 0 && <p>{t('tag.noneHere')}</p>}
      <ul className="tag-rows">
        {ownTags?.map(tag => (
          <li key={tag.id}>
            {may('entities.tags.update') ? (
              <Button variant="subtle" size="sm" onClick={() => edit(tag)}>
                {tagName(tag, language)}
              </Button>
            ) : (
              <span>{tagName(tag, language)}</span>
            )}
            {may('entities.tags.delete') && (
              <ActionIcon
                variant="subtle"
                size={36}
                aria-label={`${t('ui.delete')}: ${tag.name}`}
                onClick={() => void remove(tag)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {may('entities.tags.create') && <NewTag at={entity.id} />}
    </Modal>
  )
}

const newSchema = tags.create.body.pick({ name: true })

function NewTag({ at }: { at: string }) {
  const sendCreate = useWrite(['tags', 'create'], calls.create)
  const t = useText()
  const { busy, run } = useAsyncAction()
  const { form, submit, ref } = useEditForm<{ name: string }>({
    initial: { name: '' },
    schema: newSchema,
    save: async ({ name }) => {
      const { result, tag } = await data(sendCreate({ query: { entityId: at }, body: { name } }))
      await entitiesChanged()
      toast(t(resultWords[result], { name: tag.name }))
      if (result !== 'ERROR') form.reset()
    },
  })
  return (
    <Form of={ref} onSubmit={() => void run(submit)}>
      <div className="tag-new">
        <TextField label={t('tag.one')} required max={50} {...form.getInputProps('name')} />
        <Button type="submit" variant="default" data-busy={busy || undefined} leftSection={<IconPlus size={16} aria-hidden />}>
          {t('ui.create')}
        </Button>
      </div>
    </Form>
  )
}

type Translations = Record<(typeof LANGUAGES)[number], string>
interface TagFormValues {
  name: string
  translations: Partial<Translations>
}

/** What somebody else saved of a tag: its name, and those in other languages. */
function conflictEntries(base: Tag, latest: Tag, form: UseFormReturnType<TagFormValues>, t: Translate): ConflictEntry[] {
  const name = { key: 'name', label: t('ui.name'), value: latest.name, take: () => form.setFieldValue('name', latest.name) }
  const changed = LANGUAGES.filter(language => latest.translations[language] !== base.translations[language])
  return [
    ...(latest.name === base.name ? [] : [name]),
    ...changed.map(language => ({
      key: language,
      label: t('tag.inLanguage', { language: languageNames[language] }),
      value: latest.translations[language] ?? '',
      isTaken: form.values.translations[language] === latest.translations[language],
      take: () => {
        const { [language]: _, ...others } = form.getValues().translations
        const translation = latest.translations[language]
        form.setFieldValue('translations', translation === undefined ? others : { ...others, [language]: translation })
      },
    })),
  ]
}

function EditTag({ tag, back, onClose }: { tag: Tag; back: () => void; onClose: () => void }) {
  const sendEdit = useWrite(['tags', 'edit'], calls.edit)
  const t = useText()
  const version = useRef(tag.version)
  const { form, dirty, submit, ref, rebase } = useEditForm<TagFormValues>({
    initial: { name: tag.name, translations: tag.translations },
    schema,
    save: async ({ name, translations }) => {
      const { result, tag: saved } = await data(
        sendEdit({ params: { id: tag.id }, body: { name, translations, version: version.current } }),
      )
      await entitiesChanged()
      toast(result === 'SUCCESS' ? t('state.saved') : t(resultWords[result], { name }), saved.name)
      // Another of that name stands there: what was typed is not saved.
      if (result !== 'SUCCESS') return false
      back()
    },
  })
  const { busy, save, latest } = useSave({
    submit,
    fetchLatest: async () => {
      const all = await queryClient.fetchQuery({ ...tagsQuery(tag.entityId), staleTime: 0 })
      return all.find(otherTag => otherTag.id === tag.id) ?? tag
    },
    onConflict: now => {
      version.current = now.version
      rebase({ name: now.name, translations: now.translations })
    },
  })
  return (
    <Modal title={tag.name} size={560} stays isChanged={dirty} onClose={onClose}>
      <Form of={ref} onSubmit={() => void save()}>
        {latest && <ConflictPanel who={undefined} entries={conflictEntries(tag, latest, form, t)} />}
        <Entries mode="edit">
          <TextField label={t('ui.name')} required max={50} {...form.getInputProps('name')} />
          {LANGUAGES.map(language => (
            <TextField
              key={language}
              label={t('tag.inLanguage', { language: languageNames[language] })}
              {...form.getInputProps(`translations.${language}`)}
              value={form.values.translations[language] ?? ''}
              onChange={event => {
                const { [language]: _, ...others } = form.values.translations
                const text = event.currentTarget.value
                form.setFieldValue('translations', text === '' ? others : { ...others, [language]: text })
              }}
            />
          ))}
        </Entries>
        <Button variant="subtle" size="xs" leftSection={<IconChevronLeft size={14} aria-hidden />} onClick={back}>
          {t('tag.manage')}
        </Button>
        <ModalFoot word={t('ui.save')} busy={busy} onClose={back} />
      </Form>
    </Modal>
  )
}
