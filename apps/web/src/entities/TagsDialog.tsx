import { ActionIcon, Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Entity } from '@steading/contract/entities'
import { LANGUAGES } from '@steading/contract/languages'
import { type Tag, tags } from '@steading/contract/tags'
import { languageNames } from '@steading/locales/languages'
import type { Translate } from '@steading/locales/text'
import { IconChevronLeft, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { data } from '../platform/api.ts'
import { queryClient } from '../platform/queries.ts'
import { useMay } from '../platform/session.ts'
import { useLanguage, useText } from '../platform/texts.tsx'
import { Entries } from '../ui/form/Entries.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { type TheirEntry, Theirs } from '../ui/form/Theirs.tsx'
import { useEditForm } from '../ui/form/useEditForm.ts'
import { useSave } from '../ui/form/useSave.ts'
import { confirm } from '../ui/overlay/dialogs.ts'
import { toast } from '../ui/overlay/toast.ts'
import { useAct } from '../ui/overlay/useAct.ts'
import { Window, WindowFoot } from '../ui/overlay/Window.tsx'
import { Failed } from '../ui/state/Failed.tsx'
import { Skeletons } from '../ui/state/Skeletons.tsx'
import { calls, tagsQuery } from './choices.queries.ts'
import { entitiesChanged } from './pages.queries.ts'
import { resultWords } from './TagsField.tsx'
import { tagName } from './words.tsx'
import { Form } from '../ui/form/Form.tsx'

const schema = tags.edit.body.pick({ name: true, translations: true })

/** The tags that were made at an entity: their names in six languages, and the way to be rid of one. */
export default function TagsDialog({ of, onClose }: { of: Entity; onClose: () => void }) {
  const t = useText()
  const may = useMay()
  const { language } = useLanguage()
  const { act } = useAct()
  const [editing, edit] = useState<Tag>()
  const { data: all, error, refetch } = useQuery(tagsQuery(of.id))
  const here = all?.filter(tag => tag.entityId === of.id)
  const remove = async (tag: Tag) => {
    const isSure = await confirm({
      title: t('confirm.delete', { name: tag.name }),
      yes: t('ui.delete'),
      no: t('ui.cancel'),
      danger: true,
    })
    if (isSure)
      await act(async () => {
        await data(calls.remove({ params: { id: tag.id } }))
        await entitiesChanged()
      })
  }
  if (editing) return <EditTag tag={editing} back={() => edit(undefined)} onClose={onClose} />
  return (
    <Window title={t('tag.manage')} under={of.displayName} size={460} closable onClose={onClose}>
      {!here && (error ? <Failed what={t('failed.list')} error={error} retry={() => void refetch()} /> : <Skeletons rows={3} />)}
      {here?.length === 0 && <p>{t('tag.noneHere')}</p>}
      <ul className="tag-rows">
        {here?.map(tag => (
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
      {may('entities.tags.create') && <NewTag at={of.id} />}
    </Window>
  )
}

const newSchema = tags.create.body.pick({ name: true })

function NewTag({ at }: { at: string }) {
  const t = useText()
  const { busy, act } = useAct()
  const { form, submit, ref } = useEditForm<{ name: string }>({
    initial: { name: '' },
    schema: newSchema,
    save: async ({ name }) => {
      const { result, tag } = await data(calls.create({ query: { entityId: at }, body: { name } }))
      await entitiesChanged()
      toast(t(resultWords[result], { name: tag.name }))
      if (result !== 'ERROR') form.reset()
    },
  })
  return (
    <Form of={ref} onSubmit={() => void act(submit)}>
      <div className="tag-new">
        <TextField label={t('tag.one')} required max={50} {...form.getInputProps('name')} />
        <Button type="submit" variant="default" data-busy={busy || undefined} leftSection={<IconPlus size={16} aria-hidden />}>
          {t('ui.create')}
        </Button>
      </div>
    </Form>
  )
}

type Names = Record<(typeof LANGUAGES)[number], string>
interface EnteredTag {
  name: string
  translations: Partial<Names>
}

/** What somebody else saved of a tag: its name, and those in other languages. */
function theirEntries(seen: Tag, theirs: Tag, form: UseFormReturnType<EnteredTag>, t: Translate): TheirEntry[] {
  const name = { key: 'name', label: t('ui.name'), said: theirs.name, take: () => form.setFieldValue('name', theirs.name) }
  const changed = LANGUAGES.filter(language => theirs.translations[language] !== seen.translations[language])
  return [
    ...(theirs.name === seen.name ? [] : [name]),
    ...changed.map(language => ({
      key: language,
      label: t('tag.inLanguage', { language: languageNames[language] }),
      said: theirs.translations[language] ?? '',
      taken: form.values.translations[language] === theirs.translations[language],
      take: () => {
        const { [language]: _, ...others } = form.getValues().translations
        const said = theirs.translations[language]
        form.setFieldValue('translations', said === undefined ? others : { ...others, [language]: said })
      },
    })),
  ]
}

function EditTag({ tag, back, onClose }: { tag: Tag; back: () => void; onClose: () => void }) {
  const t = useText()
  const version = useRef(tag.version)
  const { form, submit, ref, meet } = useEditForm<EnteredTag>({
    initial: { name: tag.name, translations: tag.translations },
    schema,
    save: async ({ name, translations }) => {
      const { result, tag: saved } = await data(
        calls.edit({ params: { id: tag.id }, body: { name, translations, version: version.current } }),
      )
      await entitiesChanged()
      toast(result === 'SUCCESS' ? t('state.saved') : t(resultWords[result], { name }), saved.name)
      // Another of that name stands there: what was typed is not saved.
      if (result !== 'SUCCESS') return false
      back()
    },
  })
  const { busy, save, theirs } = useSave({
    submit,
    fresh: async () => {
      const all = await queryClient.fetchQuery({ ...tagsQuery(tag.entityId), staleTime: 0 })
      return all.find(one => one.id === tag.id) ?? tag
    },
    over: now => {
      version.current = now.version
      meet({ name: now.name, translations: now.translations })
    },
  })
  return (
    <Window title={tag.name} size={560} stays onClose={onClose}>
      <Form of={ref} onSubmit={() => void save()}>
        {theirs && <Theirs who={undefined} entries={theirEntries(tag, theirs, form, t)} />}
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
        <WindowFoot word={t('ui.save')} busy={busy} onClose={back} />
      </Form>
    </Window>
  )
}
