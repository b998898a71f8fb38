"""Vacation notes that bear no mark of a program: known by what they say, in a few languages."""

import re
from collections.abc import Sequence

_LONGEST = 30
"""Such a note has few lines."""

_SAYS = re.compile(
    r"\bout of (?:the |my )?office\b|\b(?:this is an? )?(?:auto(?:mat(?:ic|ed))?)[- ]?(?:reply|response|message)\b|"
    r"\b(?:limited|no|intermittent) (?:access to|e-?mail access)\b|"
    r"\bi(?:'m| am| will be|'ll be) (?:currently |now )?(?:away|on (?:vacation|holidays?|leave|annual leave))"
    r"(?: from| until| till|,? (?:and )?(?:will|back|return)| with(?:out)?\b)|"
    r"\bthank you for your (?:e-?mail|message|letter)\b.{0,80}\b(?:away|out|vacation|holiday|leave|return)|"
    r"\b(?:bin|befinde mich)\b.{0,40}\b(?:abwesend|im urlaub|nicht (?:im (?:büro|haus)|erreichbar))\b|"
    r"\b(?:automatische (?:antwort|nachricht)|abwesenheitsnotiz)\b|\bnicht im (?:büro|haus)\b|"
    r"\b(?:e-?mails? werden? nicht weitergeleitet)\b|"
    r"\b(?:actuellement |suis )?absente? (?:du bureau|jusqu)|\ben (?:congés?|vacances) jusqu|\bréponse automatique\b|"
    r"\bfuera de la oficina\b|\bde vacaciones hasta\b|\brespuesta automática\b|"
    r"\bfuori (?:ufficio|sede)\b|\brisposta automatica\b|\bin ferie fino\b|"
    r"\bafwezig (?:tot|van)\b|\bniet op kantoor\b|\bautomatisch antwoord\b|"
    r"\bpoza biurem\b|\bna urlopie do\b|\bfora do escritório\b|\bresposta automática\b|"
    r"\bpå (?:semester|ferie)\b|\bautosvar\b|\bfrånvarande\b",
    re.IGNORECASE,
)


def says_away(lines: Sequence[str]) -> bool:
    """Does a short text say what programs say for somebody who is away?"""
    filled = [line.replace("’", "'") for line in lines if line.strip()]
    return 0 < len(filled) <= _LONGEST and _SAYS.search(" ".join(filled)[:3000]) is not None
