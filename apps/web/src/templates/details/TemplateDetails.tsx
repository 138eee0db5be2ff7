import type { TemplateDetails as Details } from '@steading/contract/rules/templates'
import { lazyComponent } from '../../ui/lazy/lazyComponent.tsx'
import { engineWords } from '@steading/locales/templates'
import type { TextKey } from '@steading/locales/text'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { groupWords, templateDescription, templateTitle } from '../../rules/index.ts'
import { listHref } from '../../ui/list/useListState.ts'
import { AuditFoot } from '../../ui/page/AuditFoot.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { Fields } from '../../ui/page/Fields.tsx'
import { Note } from '../../ui/page/Note.tsx'
import { PageHead } from '../../ui/page/head/PageHead.tsx'
import { FailedPage } from '../../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../../ui/state/Skeletons.tsx'
import { useParam } from '../../ui/useParam.ts'
import { InputsShown } from '../inputs/InputsTable.tsx'
import { TemplateActions } from './TemplateActions.tsx'
import { templateQuery, templatesChanged } from '../templates.queries.ts'
import { placeOf, profilesOf } from './templateWords.ts'
import { WordsShown } from './TranslationsTable.tsx'

const TemplateEdit = lazyComponent<{ of: Details; head: (actions: ReactNode) => ReactNode; leave: () => void }>(
  () => import('../form/TemplateEdit.tsx'),
)

/** Details page of a template, with its edit form. */
export default function TemplateDetails() {
  const id = useParam('ruleTemplateId')
  return <TemplateView key={id} id={id} />
}

function TemplateView({ id }: { id: string }) {
  const t = useText()
  const may = useMay()
  const { data: of, error, refetch } = useQuery(templateQuery(id))
  // The form keeps the version it was opened with, even if a newer one is fetched meanwhile.
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
        waiting={<SkeletonPage />}
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
            hint={t('template.inputCount', { count: of.inputs.filter(input => input.group === group).length })}
          >
            <InputsShown inputs={of.inputs.filter(input => input.group === group)} all={of.inputs} />
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
