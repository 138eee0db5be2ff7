import type { TaskTemplate } from '@steading/contract/tasks/taskTemplates'
import { quantity } from '@steading/locales/format'
import { speciesName } from '@steading/locales/production'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { PlaceLink } from '../entities/index.ts'
import { to } from '../platform/navigation/paths.ts'
import { useText } from '../platform/texts.tsx'
import { lazyComponent } from '../ui/lazy/lazyComponent.tsx'
import { listHref } from '../ui/list/useListState.ts'
import { SeverityMark } from '../ui/marks/SeverityMark.tsx'
import { StatusPill } from '../ui/marks/StatusPill.tsx'
import { AuditFoot } from '../ui/page/AuditFoot.tsx'
import { Card } from '../ui/page/Card.tsx'
import { Fields } from '../ui/page/Fields.tsx'
import { Note } from '../ui/page/Note.tsx'
import { PageHead } from '../ui/page/head/PageHead.tsx'
import { FailedPage } from '../ui/state/FailedPage.tsx'
import { SkeletonPage } from '../ui/state/Skeletons.tsx'
import { useParam } from '../ui/useParam.ts'
import { TemplateActions } from './TemplateActions.tsx'
import { templateQuery, templatesChanged } from './templates.queries.ts'
import { approvalTone, approvalWord, triggerText } from './templateWords.ts'

const TemplateEdit = lazyComponent<{
  template: TaskTemplate
  head: (actions: ReactNode) => ReactNode
  leave: () => void
}>(() => import('./TemplateEdit.tsx'))

/** One task template: what its tasks are, when it makes them, and its approval. */
export default function TemplateDetails() {
  const id = useParam('taskTemplateId')
  return <TemplatePage key={id} id={id} />
}

function TemplatePage({ id }: { id: string }) {
  const t = useText()
  const { data: template, error, refetch } = useQuery(templateQuery(id))
  // What somebody began to change stays as they saw it, whatever is fetched behind it.
  const [edited, setEdited] = useState<TaskTemplate>()
  const back = { href: listHref(to('/tasks/templates')), label: t('nav.taskTemplates') }
  if (!template) return error ? <FailedPage back={back} error={error} retry={() => void refetch()} /> : <SkeletonPage />
  const { approvalStatus } = template
  const head = (actions: ReactNode) => (
    <PageHead
      back={back}
      title={template.displayName}
      meta={
        <>
          <StatusPill tone={approvalTone[approvalStatus]}>{t(approvalWord[approvalStatus])}</StatusPill>
          <PlaceLink entity={template.entity} />
        </>
      }
      stacked
      actions={actions}
    />
  )
  if (edited)
    return (
      <TemplateEdit
        template={edited}
        head={head}
        leave={() => {
          setEdited(undefined)
          void templatesChanged()
        }}
        waiting={<SkeletonPage />}
      />
    )
  return (
    <>
      {head(<TemplateActions template={template} edit={() => setEdited(template)} leave={back.href} />)}
      <div className="stack">
        {approvalStatus !== 'APPROVED' && <Note>{t('taskTemplate.notApproved')}</Note>}
        <TemplateFacts template={template} />
        {template.checklist.length > 0 && (
          <Card title={t('task.checklist')} hint={<span className="num">{template.checklist.length}</span>}>
            <ol>
              {template.checklist.map((text, index) => (
                // A line has no identity but its place.
                // oxlint-disable-next-line react/no-array-index-key
                <li key={index}>{text}</li>
              ))}
            </ol>
          </Card>
        )}
      </div>
      <AuditFoot
        created={{ by: template.createdBy?.shortName, at: template.creationTimestampUtc }}
        updated={{ by: template.lastUpdatedBy?.shortName, at: template.lastUpdateTimestampUtc }}
      />
    </>
  )
}

function TemplateFacts({ template }: { template: TaskTemplate }) {
  const t = useText()
  const { species, assignees, assigneeRole, rejectionNote } = template
  return (
    <Card title={t('ui.details')}>
      <Fields
        items={[
          { label: t('taskTemplate.trigger'), value: triggerText(template.trigger, t) },
          { label: t('taskTemplate.dueAfter'), value: quantity(template.dueAfter, 'h', t, 0) },
          { label: t('species.one'), value: species === null ? t('taskTemplate.everySpecies') : speciesName(species, t) },
          { label: t('task.priority'), value: <SeverityMark level={template.priority} word /> },
          { label: t('task.assignee'), value: assignees.map(({ shortName }) => shortName).join(', ') },
          { label: t('taskTemplate.assigneeRole'), value: assigneeRole?.name },
          { label: t('task.requiresApproval'), value: t(template.requiresApproval ? 'ui.yes' : 'ui.no') },
          ...(rejectionNote === null ? [] : [{ label: t('taskTemplate.rejectionNote'), value: rejectionNote }]),
          { label: t('task.description'), value: template.description && <span className="lines">{template.description}</span> },
        ]}
      />
    </Card>
  )
}
