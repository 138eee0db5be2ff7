import { LANGUAGES } from '@steading/contract/users/languages'
import type { Template } from '@steading/contract/rules/templates'
import { languageNames } from '@steading/locales/languages'
import { useText } from '../../platform/texts.tsx'
import { Card } from '../../ui/page/Card.tsx'
import '../templates.css'

/** Names and descriptions of a template by language. */
export function WordsShown({ of }: { of: Pick<Template, 'translations' | 'description'> }) {
  const t = useText()
  const spoken = LANGUAGES.filter(one => of.translations[one] ?? of.description[one])
  if (spoken.length === 0) return null
  return (
    <Card title={t('template.inLanguages')}>
      <dl className="template-words">
        {spoken.map(one => (
          <div key={one}>
            <dt>{languageNames[one]}</dt>
            <dd lang={one}>
              {of.translations[one] && <b>{of.translations[one]}</b>}
              {of.description[one] && <span>{of.description[one]}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
