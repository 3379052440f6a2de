/** A sign of text from a model without a human writer; docs/reference/slop.md. */
export interface SlopRule {
  id: string
  about: string
  /** Has upper bounds, so matching takes linear time. */
  pattern: RegExp
  /** So many occurrences cause no warning in a text with up to 150 words. */
  allowed: number
  /** True if longer texts may contain proportionally more. */
  dense: boolean
}

const certain = (id: string, about: string, pattern: RegExp): SlopRule => ({
  id,
  about,
  pattern,
  allowed: 0,
  dense: false,
})
const dense = (id: string, about: string, allowed: number, pattern: RegExp): SlopRule => ({
  id,
  about,
  pattern,
  allowed,
  dense: true,
})

/** Grouped: chat leftovers, stock phrases, stock words, and forms. */
export const slopRules: readonly SlopRule[] = [
  certain(
    'chat_leftover',
    'a leftover of a conversation with a model',
    /\b(?:as an ai(?: language)? model|i(?:'|’)?m sorry,? but i can(?:'|’|no)?t|i hope this (?:message|email|post) finds you well|here(?:'|’)?s (?:a|an|the|your) (?:revised |rewritten |improved |polished |draft |engaging )?(?:version|post|draft|caption)\b|let me know if you(?:'|’)?d like (?:me to|any)|feel free to (?:adjust|tweak|customi[sz]e)|als (?:ki|ai)-sprachmodell|hier ist (?:eine|dein|ihr|der) (?:überarbeitete|verbesserte|entwurf|beitrag|post)|en tant que modèle de langage|voici (?:une|votre|la) (?:version|publication|proposition)\b)/giu,
  ),
  certain(
    'placeholder',
    'a placeholder that nobody filled in',
    /\[(?:your|insert|add|company|name|link|product|dein|ihr|firma|votre|nom|lien)\b[^\]\n]{0,60}\]|\{\{?(?:name|company|product|link)\}?\}/giu,
  ),
  certain(
    'opening',
    'a stock opening',
    /\b(?:in (?:today(?:'|’)?s|the) (?:fast-paced|ever-evolving|ever-changing|digital|rapidly (?:evolving|changing)|competitive)[^.!?\n]{0,40}(?:world|landscape|age|era|market|environment)|in an (?:era|age|world) (?:where|of)|ever wonder(?:ed)? (?:how|why|what)|have you ever (?:wondered|felt|asked)|in der heutigen (?:schnelllebigen|digitalen)[^.!?\n]{0,20}(?:welt|zeit)|in einer welt,? in der|dans un monde (?:en (?:constante|perpétuelle)|où)|à l(?:'|’)ère (?:du numérique|digitale))/giu,
  ),
  certain(
    'not_just',
    'the figure “not just this, but that”',
    /\b(?:(?:it|this|that)(?:(?:'|’)s| is| was) not (?:just|only|merely|simply|about) [^.!?\n]{2,80}[,;:—–-] ?(?:it(?:'|’)?s|it is|but)\b|isn(?:'|’)?t (?:just|only|merely|about) [^.!?\n]{2,80}[,;.:—–-] ?it(?:'|’)?s\b|not (?:just|only|merely) [^.!?\n]{2,60},? but(?: also)?\b|more than just an?\b|nicht nur [^.!?\n]{2,60}, sondern auch\b|ce n(?:'|’)est pas (?:juste|seulement|simplement) [^.!?\n]{2,80}[,;:—–-] ?c(?:'|’)est\b)/giu,
  ),
  certain(
    'phrase',
    'a stock phrase',
    /\b(?:a testament to|(?:rich|vibrant|intricate) tapestry|unlock(?:ing)? the (?:full )?(?:power|potential|secrets?)|unleash(?:ing)? (?:the|your)|game[- ]changer|take (?:your|it|things) [^.!?\n]{0,30}to the next level|let(?:'|’)?s dive (?:in|into|deep)|dive deep into|delv(?:e|es|ing) into|navigat(?:e|ing) the complexit(?:y|ies)|at the end of the day|the possibilities are endless|look no further|buckle up|(?:pivotal|crucial) role in (?:shaping|today)|stands? as a (?:beacon|testament|reminder)|seamless(?:ly)? integrat\w{0,6}|harness(?:ing)? the power|embark(?:ing)? on (?:a|this|your) journey|whether you(?:'|’)?re an? [^.!?\n]{2,60} or an?\b|entfessel\w{0,4} (?:sie |dein|ihr)|auf das nächste level|tauchen (?:wir|sie) ein|spielveränder\w{0,3}|eine? entscheidende rolle|libérez (?:le|tout le|votre) potentiel|plongeons|passe[rz]? au niveau supérieur)/giu,
  ),
  certain(
    'closing',
    'a stock closing',
    /(?:^|[\n.!?] ?)(?:in conclusion|in summary|to sum up|ultimately|zusammenfassend(?: lässt sich sagen)?|abschließend|en conclusion|pour conclure|en résumé),? |\b(?:what are your thoughts\?|what do you think\? (?:let|drop|share|comment)|(?:drop|share|leave) (?:a comment|your thoughts) (?:below|in the comments)|let me know in the comments|schreib(?:t|en sie)? es (?:mir |uns )?in die kommentare|dites-(?:le-)?(?:moi|nous) en commentaires?)/giu,
  ),
  dense(
    'word',
    'words that models prefer',
    1,
    /\b(?:delve|tapestry|realm|landscape|leverag(?:e|es|ed|ing)|synerg(?:y|ies)|robust|holistic|seamless(?:ly)?|transformative|groundbreaking|cutting-edge|state-of-the-art|revolutioni[sz](?:e|es|ed|ing)|supercharg(?:e|ed|ing)|elevat(?:e|es|ed|ing)|empower(?:s|ed|ing|ment)?|foster(?:s|ed|ing)?|underscor(?:e|es|ed|ing)|pivotal|myriad|plethora|multifaceted|meticulous(?:ly)?|vibrant|bustling|nestled|unparalleled|innovativ\w{0,3}|ganzheitlich\w{0,2}|nahtlos\w{0,2}|bahnbrechend\w{0,2}|zukunftsweisend\w{0,2}|révolutionn\w{1,6}|incontournable|novateu(?:r|rs)|holistique)\b/giu,
  ),
  dense(
    'connector',
    'connectors of an essay',
    1,
    /(?:^|[\n.!?] ?)(?:moreover|furthermore|additionally|consequently|notably|importantly|darüber hinaus|des weiteren|zudem|de plus|par ailleurs|en outre),? /giu,
  ),
  dense('dash', 'dashes between halves of sentences', 1, /\p{L}[,;]? ?—|\p{L} – \p{L}/gu),
  dense(
    'emoji_list',
    'lines that begin with an emoji',
    1,
    /(?:^|\n)[ \t]{0,4}(?![\d#*])\p{Emoji}\uFE0F?\u200D?[ \t]{0,2}(?=\S)/gu,
  ),
  dense('hashtags', 'a pile of hashtags', 5, /(?<![\p{L}\p{N}&/])#[\p{L}\p{N}_]{2,60}/gu),
  dense('exclamation', 'exclamation marks', 2, /!/g),
  dense(
    'bold_label',
    'bold labels in front of lines',
    2,
    /(?:^|\n)[ \t]{0,4}(?:[-*•\d.)]{0,3}[ \t]{0,2})\*\*[^*\n]{2,60}\*\*[ \t]?:?/g,
  ),
  dense(
    'one_line_drama',
    'one-line paragraphs for effect',
    2,
    /(?:^|\n\n)(?:the result\?|the best part\?|here(?:'|’)?s the (?:thing|truth|kicker)[:.]?|and that(?:'|’)?s (?:okay|powerful|huge)\.|let that sink in\.?|full stop\.|period\.|das ergebnis\?|das beste daran\?|le résultat ?\?)/giu,
  ),
]
