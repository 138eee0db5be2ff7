import { LANGUAGES, type Language } from '@steading/contract/users/languages'
import type { TemplateInput } from '@steading/contract/rules/templateInputs'
import { languageNames } from '@steading/locales/languages'
import { useText } from '../../platform/texts.tsx'
import { entryName, inputName } from '../../rules/index.ts'
import { CheckGroup } from '../../ui/form/fields/CheckGroup.tsx'
import { Entries } from '../../ui/form/edit/FormFields.tsx'
import { SwitchField } from '../../ui/form/fields/SwitchField.tsx'
import { TextField } from '../../ui/form/fields/TextField.tsx'
import { errorFor } from '../../ui/form/edit/errorFor.ts'
import { DefaultField } from './DefaultField.tsx'
import { FigureField } from './FigureField.tsx'
import { FilterEntries } from './FilterFields.tsx'
import { Fold } from './Disclosure.tsx'
import { type Change, withChange, wrongBelow } from './inputs.ts'
import { type EachInput, isFigure, isList, onOff, typeName } from '../details/templateWords.ts'

type Input = EachInput & Pick<TemplateInput, 'inputs'>
interface Setting {
  /** Input of the template, and input of its category. */
  readonly of: Input
  readonly whole: Input
  readonly change: (change: Change) => void
  /** Validation errors by the path relative to the input. */
  readonly errors: Readonly<Record<string, string>>
}

/** Settings of an input: required, bounds, default, choices, labels. */
export function InputEntries(props: Setting) {
  const { of: input, whole, change, errors } = props
  const t = useText()
  return (
    <div className="stack">
      <Entries mode="edit">
        {whole.type !== 'CYCLEGROUP' && <BoundEntries {...props} />}
        <DefaultField
          of={input}
          bounds={{ min: input.min ?? whole.min, max: input.max ?? whole.max }}
          onChange={defaultValue => change({ defaultValue })}
          error={errors['defaultValue']}
        />
        {whole.enumEntries && whole.enumEntries.length > 1 && (
          <CheckGroup
            label={t('template.choices')}
            min={1}
            options={whole.enumEntries.map(enumEntry => ({ value: enumEntry, label: entryName(enumEntry, t) }))}
            value={input.enumEntries ?? whole.enumEntries}
            onChange={enumEntries =>
              change({
                enumEntries,
                ...(enumEntries.every(enumEntry => enumEntry !== input.defaultValue) && { defaultValue: undefined }),
              })
            }
            error={errorFor(errors, 'enumEntries')}
          />
        )}
        {whole.filters && (
          <FilterEntries
            value={input.filters ?? whole.filters}
            whole={whole.filters}
            onChange={filters => change({ filters })}
            errors={errors}
          />
        )}
        {!whole.required && (
          <SwitchField
            label={t('template.required')}
            checked={input.required}
            error={errors['required']}
            onChange={({ currentTarget }) => change({ required: currentTarget.checked })}
          />
        )}
      </Entries>
      {whole.inputs && <EachEntries of={input.inputs ?? whole.inputs} whole={whole.inputs} change={change} errors={errors} />}
      <OwnWords {...props} />
      {whole.type === 'BOOLEAN' && <ValueWords {...props} />}
    </div>
  )
}

/** Bounds within those of the category, which are shown as hints. */
function BoundEntries({ of: input, whole, change, errors }: Setting) {
  const t = useText()
  const counts = isList(whole)
  if (!counts && !isFigure(whole)) return null
  const { min: _least, max: _most, ...unbounded } = whole
  return (
    <>
      <FigureField
        of={whole}
        label={t(counts ? 'template.fewest' : 'template.least')}
        value={input.min}
        onChange={min => change({ min })}
        error={errors['min']}
      />
      <FigureField
        of={whole}
        label={t(counts ? 'template.atMost' : 'template.most')}
        value={input.max}
        onChange={max => change({ max })}
        error={errors['max']}
      />
      {!counts && (
        <FigureField
          of={unbounded}
          label={t('template.step')}
          value={input.step}
          onChange={step => change({ step })}
          error={errors['step']}
        />
      )}
    </>
  )
}

/** Nested inputs of a repeated input. */
function EachEntries({
  of,
  whole,
  change,
  errors,
}: Pick<Setting, 'change' | 'errors'> & { of: readonly EachInput[]; whole: readonly EachInput[] }) {
  const t = useText()
  return (
    <fieldset className="template-each">
      <legend>{t('template.each')}</legend>
      {of.map((one, at) => {
        const all = whole.find(({ id }) => id === one.id)
        return (
          all && (
            <section key={one.id} aria-label={inputName(one, t)}>
              <h3>
                {inputName(one, t)} <span className="dim">{typeName(one, t)}</span>
              </h3>
              <InputEntries
                of={one}
                whole={all}
                change={next => change({ inputs: withChange(of, at, next) })}
                errors={wrongBelow(errors, `inputs.${at}`)}
              />
            </section>
          )
        )
      })}
    </fieldset>
  )
}

/** Label in each language, in place of the built-in one. */
function OwnWords({ of: input, change, errors }: Setting) {
  const t = useText()
  const words = input.translations ?? {}
  const own = inputName({ id: input.id }, t)
  return (
    <Fold name={t('template.ownWords')} wrong={errorFor(errors, 'translations') !== undefined}>
      <div className="stack">
        <p className="dim">{t('template.ownWordsHint', { name: own })}</p>
        <Entries mode="edit">
          {LANGUAGES.map(language => (
            <TextField
              key={language}
              label={languageNames[language]}
              value={words[language] ?? ''}
              error={errors[`translations.${language}`]}
              onChange={({ currentTarget }) => {
                const { [language]: _, ...others } = words
                const text = currentTarget.value
                const next = text === '' ? others : { ...others, [language]: text }
                change({ translations: Object.keys(next).length > 0 ? next : undefined })
              }}
            />
          ))}
        </Entries>
      </div>
    </Fold>
  )
}

/** Labels of true and false of a BOOLEAN in each language. */
function ValueWords({ of: input, change, errors }: Setting) {
  const t = useText()
  const put = (value: 'true' | 'false', language: Language, text: string) => {
    const { [language]: _, ...others } = input.trueFalse?.[value] ?? {}
    const words = text === '' ? others : { ...others, [language]: text }
    const next = { ...input.trueFalse, [value]: Object.keys(words).length > 0 ? words : undefined }
    change({ trueFalse: next.true || next.false ? next : undefined })
  }
  return (
    <Fold name={t('template.valueWords')} wrong={errorFor(errors, 'trueFalse') !== undefined}>
      <Entries mode="edit">
        {LANGUAGES.flatMap(language =>
          (['true', 'false'] as const).map(value => (
            <TextField
              key={`${language} ${value}`}
              label={`${languageNames[language]}: ${onOff(value === 'true', t)}`}
              value={input.trueFalse?.[value]?.[language] ?? ''}
              error={errors[`trueFalse.${value}.${language}`]}
              onChange={({ currentTarget }) => put(value, language, currentTarget.value)}
            />
          )),
        )}
      </Entries>
    </Fold>
  )
}
