import type { RuleDetails, SavedRule } from '@steading/contract/rules/rules'
import { contactCount } from '../../../outbox/index.ts'
import { queryClient } from '../../../platform/api/queries.ts'
import { useMay } from '../../../platform/session/session.ts'
import { useText } from '../../../platform/texts.tsx'
import { confirmDialog, alertDialog } from '../../../ui/overlay/dialogs.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import type { RuleFormData } from '../../values/ruleFormData.ts'
import { refusalWords } from '../../words.ts'
import { saveWarnings, rivalRuleWords } from './saveWarnings.ts'
import { SentenceList } from '../../deploy/SentenceList.tsx'
import type { RuleSave } from '../useRuleForm.ts'

/** Dialogs around a save: confirmation before the request, report after it. */
export function useConfirmSave(rule: RuleDetails | undefined) {
  const t = useText()
  const may = useMay()

  /** `deploy`: the rule is also deployed. */
  const confirmSave = async ({ values, template }: RuleSave, about: RuleFormData, deploy: boolean): Promise<boolean> => {
    const rivals = deploy ? rivalRuleWords(values, about, t) : []
    if (rivals.length > 0) {
      await alertDialog({
        title: t('rule.cannotEnter', { name: values.displayName.trim() }),
        text: <SentenceList sentences={rivals} />,
        yes: t('ui.close'),
      })
      return false
    }
    const terminal =
      about.terminals.find(terminal => terminal.id === values.terminalId)?.displayName ?? rule?.terminal?.displayName
    const seesInterfaces = may('interfaces.read')
    const asked = await saveWarnings(
      values,
      { template, rule, deploy, terminal, seesInterfaces, choices: about.choices, driven: about.driven },
      t,
    )
    if (asked.length === 0) return true
    return confirmDialog({
      title: t(deploy ? 'deploy.ask' : 'rule.saveAsk', { name: values.displayName.trim() }),
      text: <SentenceList sentences={asked} />,
      yes: t(deploy ? 'deploy.action' : 'ui.save'),
      no: t('ui.cancel'),
    })
  }

  const reportSaved = async ({ rule: saved, notDeployed }: SavedRule, { values, template }: RuleSave, words: string) => {
    await queryClient.invalidateQueries({ queryKey: ['rules'] })
    toast(words, saved.displayName)
    if (notDeployed !== null)
      await alertDialog({ title: t('deploy.savedOnly'), text: refusalWords(notDeployed, t), yes: t('ui.close') })
    const sent = template.hasEvent ? contactCount(values.eventConfiguration.actionConfigurations) : 0
    const accepted = contactCount(saved.eventConfiguration?.actionConfigurations ?? [])
    if (accepted !== sent)
      await alertDialog({
        title: t('rule.contactsDropped'),
        text: t('warning.recipientsDiffer', { accepted, sent }),
        yes: t('ui.close'),
      })
  }
  return { isSure: confirmSave, reportSaved }
}
