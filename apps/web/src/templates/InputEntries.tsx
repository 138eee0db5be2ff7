import { LANGUAGES, type Language } from '@steading/contract/languages'
import type { TemplateInput } from '@steading/contract/template-inputs'
import { languageNames } from '@steading/locales/languages'
import { useText } from '../platform/texts.tsx'
import { entryName, inputName } from '../rules/index.ts'
import { CheckGroup } from '../ui/form/CheckGroup.tsx'
import { Entries } from '../ui/form/Entries.tsx'
import { SwitchField } from '../ui/form/SwitchField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { wrongWith } from '../ui/form/wrongWith.ts'
import { DefaultField } from './DefaultField.tsx'
import { FigureField } from './FigureField.tsx'
import { FilterEntries } from './FilterEntries.tsx'
import { Fold } from './Fold.tsx'
import { type Change, withChange, wrongBelow } from './inputs.ts'
import { type EachInput, isFigure, isList, onOff, typeName } from './words.ts'

type Input = EachInput & Pick<TemplateInput, 'inputs'>
interface Setting {
  /** As the template has it, and as its category has it. */
  readonly of: Input
  readonly whole: Input
  readonly change: (change: Change) => void
  /** What is wrong with it, by the path from it. */
  readonly errors: Readonly<Record<string, string>>
}

/** What a template says of an input: whether it must be filled in, its bounds, what it begins with, its choices, its words. */
export function InputEntries(props: Setting) {
  const { of, whole, change, errors } = props
  const t = useText()
  return (
    <div className="stack">
      <Entries mode="edit">
        {whole.type !== 'CYCLEGROUP' && <BoundEntries {...props} />}
        <DefaultField
          of={of}
          bounds={{ ...{ min: of.min ?? whole.min, max: of.max ?? whole.max } }}
          onChange={defaultValue => change({ defaultValue })}
          error={errors['defaultValue']}
        />
        {whole.enumEntries && whole.enumEntries.length > 1 && (
          <CheckGroup
            label={t('template.choices')}
            min={1}
            options={whole.enumEntries.map(one => ({ value: one, label: entryName(one, t) }))}
            value={of.enumEntries ?? whole.enumEntries}
            onChange={enumEntries =>
              change({ enumEntries, ...(enumEntries.every(one => one !== of.defaultValue) && { defaultValue: undefined }) })
            }
            error={wrongWith(errors, 'enumEntries')}
          />
        )}
        {whole.filters && (
          <FilterEntries
            value={of.filters ?? whole.filters}
            whole={whole.filters}
            onChange={filters => change({ filters })}
            errors={errors}
          />
        )}
        {!whole.required && (
          <SwitchField
            label={t('template.required')}
            checked={of.required}
            error={errors['required']}
            onChange={({ currentTarget }) => change({ required: currentTarget.checked })}
          />
        )}
      </Entries>
      {whole.inputs && <EachEntries of={of.inputs ?? whole.inputs} whole={whole.inputs} change={change} errors={errors} />}
      <OwnWords {...props} />
      {whole.type === 'BOOLEAN' && <ValueWords {...props} />}
    </div>
  )
}

/** Bounds, no wider than those of the category, which stand below each. */
function BoundEntries({ of, whole, change, errors }: Setting) {
  const t = useText()
  const counts = isList(whole)
  if (!counts && !isFigure(whole)) return null
  const { min: _least, max: _most, ...unbounded } = whole
  return (
    <>
      <FigureField
        of={whole}
        label={t(counts ? 'template.fewest' : 'template.least')}
        value={of.min}
        onChange={min => change({ min })}
        error={errors['min']}
      />
      <FigureField
        of={whole}
        label={t(counts ? 'template.atMost' : 'template.most')}
        value={of.max}
        onChange={max => change({ max })}
        error={errors['max']}
      />
      {!counts && (
        <FigureField
          of={unbounded}
          label={t('template.step')}
          value={of.step}
          onChange={step => change({ step })}
          error={errors['step']}
        />
      )}
    </>
  )
}

/** What is asked for in each entry of what is entered several times. */
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

/** What it is called in each language, where the product's words are not the reader's. */
function OwnWords({ of, change, errors }: Setting) {
  const t = useText()
  const words = of.translations ?? {}
  const own = inputName({ id: of.id }, t)
  return (
    <Fold name={t('template.ownWords')} wrong={wrongWith(errors, 'translations') !== undefined}>
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

/** What the two values of a BOOLEAN are called in each language. */
function ValueWords({ of, change, errors }: Setting) {
  const t = useText()
  const put = (value: 'true' | 'false', language: Language, text: string) => {
    const { [language]: _, ...others } = of.trueFalse?.[value] ?? {}
    const words = text === '' ? others : { ...others, [language]: text }
    const next = { ...of.trueFalse, [value]: Object.keys(words).length > 0 ? words : undefined }
    change({ trueFalse: next.true || next.false ? next : undefined })
  }
  return (
    <Fold name={t('template.valueWords')} wrong={wrongWith(errors, 'trueFalse') !== undefined}>
      <Entries mode="edit">
        {LANGUAGES.flatMap(language =>
          (['true', 'false'] as const).map(value => (
            <TextField
              key={`${language} ${value}`}
              label={`${languageNames[language]}: ${onOff(value === 'true', t)}`}
              value={of.trueFalse?.[value]?.[language] ?? ''}
              error={errors[`trueFalse.${value}.${language}`]}
              onChange={({ currentTarget }) => put(value, language, currentTarget.value)}
            />
          )),
        )}
      </Entries>
    </Fold>
  )
}
