import type { TemplateDetails as Details } from '@steading/contract/templates'
import { engineWords } from '@steading/locales/templates'
import type { TextKey } from '@steading/locales/text'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { to } from '../app/index.ts'
import { useMay } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { groupWords, templateDescription, templateTitle } from '../rules/index.ts'
import { listHref } from '../ui/list/useListState.ts'
import { AuditFoot } from '../ui/page/AuditFoot.tsx'
import { Card } from '../ui/page/Card.tsx'
import { Fields } from '../ui/page/Fields.tsx'
import { Note } from '../ui/page/Note.tsx'
import { PageHead } from '../ui/page/PageHead.tsx'
import { FailedPage } from '../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../ui/state/Skeletons.tsx'
import { useParam } from '../ui/useParam.ts'
import { InputsShown } from './InputsShown.tsx'
import { TemplateActions } from './TemplateActions.tsx'
import { TemplateEdit } from './TemplateEdit.tsx'
import { templateQuery, templatesChanged } from './templates.queries.ts'
import { placeOf, profilesOf } from './words.ts'
import { WordsShown } from './WordsShown.tsx'

/** One template, seen and changed in the same place. */
export default function TemplateDetails() {
  const id = useParam('ruleTemplateId')
  return <One key={id} id={id} />
}

function One({ id }: { id: string }) {
  const t = useText()
  const may = useMay()
  const { data: of, error, refetch } = useQuery(templateQuery(id))
  // What somebody began to change stays as they saw it, whatever is fetched behind it.
  const [editing, edit] = useState<Details>()
  const back = { href: listHref(to('/rules/template/')), label: t('nav.ruleTemplates') }
  if (!of) return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  const meta = (
    <>
      {!of.isSystem && <span>{t(engineWords[of.category.id])}</span>}
      <span>{placeOf(of, t)}</span>
    </>
  )
  const fixedWords: TextKey[] = [
    of.isSystem ? 'template.fixedOfProduct' : 'template.madeElsewhere',
    ...(may('rulesTemplates.create') ? (['template.makeAlike'] as const) : []),
  ]
  const head = (actions: ReactNode) => <PageHead back={back} title={templateTitle(of, t)} stacked meta={meta} actions={actions} />
  if (editing)
    return (
      <TemplateEdit
        of={editing}
        head={head}
        leave={() => {
          edit(undefined)
          void templatesChanged()
        }}
      />
    )
  return (
    <>
      {head(<TemplateActions of={of} edit={() => edit(of)} />)}
      <div className="stack">
        {!of.editable && <Note>{fixedWords.map(key => t(key)).join(' ')}</Note>}
        <Card title={t('ui.details')}>
          <div className="stack">
            <p className={templateDescription(of, t) ? 'template-about' : 'dim'}>
              {templateDescription(of, t) || t('template.noDescription')}
            </p>
            <Fields
              items={[
                { label: t('rule.category'), value: t(engineWords[of.category.id]) },
                { label: t('role.madeAt'), value: placeOf(of, t) },
                { label: t('template.profiles'), value: profilesOf(of, t) },
                { label: t('template.opensEvents'), value: t(of.hasEvent ? 'ui.yes' : 'ui.no') },
              ]}
            />
          </div>
        </Card>
        {of.groups.map(group => (
          <Card
            key={group}
            title={t(groupWords[group])}
            hint={t('template.inputCount', { count: of.inputs.filter(one => one.group === group).length })}
          >
            <InputsShown inputs={of.inputs.filter(one => one.group === group)} all={of.inputs} />
          </Card>
        ))}
        <WordsShown of={of} />
      </div>
      <AuditFoot
        created={{ by: of.createdBy?.shortName, at: of.creationTimestampUtc }}
        updated={{ by: of.lastUpdatedBy?.shortName, at: of.lastUpdateTimestampUtc }}
      />
    </>
  )
}
