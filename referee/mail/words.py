"""The words of mail programs in the languages that players write in."""

WROTE = frozenset(
    """wrote writes schrieb schreibt geschrieben écrit ecrit escribió escribio scritto scrisse schreef escreveu napisał
    napisała napisano pisze skrev skriver kirjoitti kirjutas napsal napsala napísal napísala írta yazdı пишет написал
    написала пише написа έγραψε quoting zitat zitiere cytuję citando scris rašė rakstīja napisana napisao pisal skrifaði
    viết menulis skribis написали написав""".split()
)
"""Verbs of `On Friday Anna wrote:`."""

WROTE_INSIDE = ("写道", "寫道", "のメール", "작성", "כתב", "كتب")
"""The same in scripts that put no spaces between words."""

OPENERS = frozenset(
    """on am le el il op em den pe w dnia dne ma la på vào 在 於
    mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday
    mo di mi do fr sa so montag dienstag mittwoch donnerstag freitag samstag sonntag
    pon wt śr czw pt sob niedz lun mar mer jeu ven sam dim lør søn""".split()
)
"""First words of such lines; a digit must follow in the line."""

HEADERS = {
    word: kind
    for kind, words in {
        "from": "from von de da van od från fra lähettäjä от від kimden feladó expéditeur exp remitente afzender "
                "mittente absender nadawca avsändare 发件人 發件人 寄件者 差出人 送信者 보낸사람 "
                "від από מאת dela откого",
        "sent": "sent date gesendet datum envoyé envoye fecha enviado enviada inviato data verzonden wysłano wysłane "
                "skickat skickade sendt dato lähetetty отправлено дата odesláno elküldve gönderme envoi 发送时间 "
                "日付 日期 送信日時 發送時間 傳送時間 寄件日期 보낸날짜 날짜 "
                "надіслано изпратено στάλθηκε ημερομηνία נשלח תאריך trimis odoslané poslano gönderildi",
        "to": "to an à a para aan do til till vastaanottaja кому komu címzett kime destinataire destinatario empfänger "
              "收件人 收件者 宛先 받는사람 προς אל către към",
        "cc": "cc kopie copie kopia kopi bcc копия",
        "subject": "subject betreff objet asunto oggetto onderwerp assunto temat ämne emne aihe тема předmět predmet "
                   "tárgy konu 主题 主題 主旨 件名 제목 θέμα נושא subiect sujet zadeva относно",
    }.items()
    for word in words.split()
}  # fmt: skip
"""Header names above a quoted letter, and what they stand for."""

ORIGINAL = frozenset(
    (
        "original message", "original appointment", "reply message", "ursprüngliche nachricht", "originalnachricht",
        "original-nachricht", "urspr. nachricht", "message d'origine", "message original", "courrier original",
        "mensaje original", "messaggio originale", "messaggio originario", "oorspronkelijk bericht",
        "oorspronkelijke bericht", "origineel bericht", "mensagem original", "oryginalna wiadomość",
        "wiadomość oryginalna", "wiadomość pierwotna", "ursprungligt meddelande", "originalmeddelande",
        "oprindelig meddelelse", "opprinnelig melding", "alkuperäinen viesti", "исходное сообщение",
        "původní zpráva", "původní e-mail", "eredeti üzenet", "orijinal ileti", "mail original", "原始邮件", "原始郵件",
        "元のメッセージ", "원본 메시지",
    )
)  # fmt: skip
"""Between dashes: below stands the letter that is answered."""

FORWARDED = frozenset(
    (
        "forwarded message", "begin forwarded message", "forwarded by", "forwarded email", "fwd message",
        "start of forwarded message",
        "weitergeleitete nachricht", "anfang der weitergeleiteten nachricht", "weitergeleitete e-mail",
        "message transféré", "début du message transféré", "début du message réexpédié", "message réexpédié",
        "mensaje reenviado", "inicio del mensaje reenviado", "messaggio inoltrato", "inizio messaggio inoltrato",
        "inizio del messaggio inoltrato", "doorgestuurd bericht", "begin doorgestuurd bericht",
        "mensagem encaminhada", "mensagem reencaminhada", "início da mensagem encaminhada",
        "início da mensagem reencaminhada", "przekazana wiadomość", "wiadomość przekazana dalej",
        "początek przekazywanej wiadomości", "treść przekazanej wiadomości", "treść przekazywanej wiadomości",
        "vidarebefordrat meddelande", "vidarebefordrat brev", "påbörja vidarebefordrat meddelande",
        "videresendt meddelelse", "start på videresendt besked", "videresendt besked", "videresendt melding",
        "välitetty viesti", "edelleenlähetetty viesti", "пересылаемое сообщение", "přeposlaná zpráva",
        "転送メッセージ", "転送されたメッセージ", "转发的邮件", "轉寄郵件", "전달된 메시지",
    )
)  # fmt: skip
"""Between dashes or with a colon: below stands a letter of somebody else."""

FOOTERS = (
    "sent from my ", "get outlook for ", "get bluemail for ", "gesendet von meinem ", "outlook für ",
    "holen sie sich outlook ", "envoyé de mon ", "envoyé depuis mon ", "télécharger outlook ", "obtenez outlook ",
    "enviado desde mi ", "obtener outlook ", "enviado do meu ", "obter o outlook ", "inviato da ", "inviato dal mio ",
    "ottieni outlook ", "verzonden vanaf mijn ", "verstuurd vanaf mijn ", "outlook voor ", "wysłane z ", "wysłano z ",
    "skickat från min ", "sendt fra min ", "hent outlook ", "lähetetty iphone", "отправлено с ", "odesláno z ",
    "发自我的", "從我的", "trimis de pe ", "küldve az ", "enviado des del ",
    "outlook for ios", "outlook for android", "yahoo mail: ",
    "virus-free. ", "virenfrei. ", "sans virus. ", "libre de virus. ",
)  # fmt: skip
"""Beginnings of the one line that a telephone or program adds below a letter."""

LIKELY_FOOTERS = (
    "sent from ", "sent via ", "sent with ", "sent by ", "gesendet von ", "gesendet mit ", "gesendet über ",
    "von meinem ", "diese nachricht wurde von ", "envoyé depuis ", "envoyé à partir ", "envoyé avec ", "enviado desde ",
    "enviado con ", "enviado de ", "enviado a partir ", "enviado com ", "inviato con ", "verzonden vanaf ",
    "verzonden met ", "verstuurd met ", "skickat från ", "sendt fra ", "lähetetty ", "отправлено из ",
    "skickades från ", "sänt från ", "wysłano ", "sent using ", "gesendet aus ", "envoyé de ",
    "envoyé à l'aide ", "enviado do ", "trimis din ",
)  # fmt: skip
"""The same where a device or program must be named, for a player may begin a sentence so."""

DEVICES = (
    "phone", "ipad", "android", "samsung", "galaxy", "mobil", "handy", "blackberry", "mail", "outlook", "tablet",
    "huawei", "windows", "gmx", "web.de", "xiaomi", "pixel", "nokia", "tel.", "telefon", "téléphone", "teléfono",
    "tablette", "zoho", "proton", "telefone", "gerät", "appareil", "dispositivo", " app", "телефон", "почт",
    "em client", "spark", "superhuman", "shortwave", "thunderbird", "tuta",
)  # fmt: skip
"""What such a line names."""

PRODUCTS = ("iphon", "ipad")
"""Names by which such a line is known in languages that nobody here knows, if it is short and has nothing else."""

FOOTER_ENDS = (" gesendet", "から送信", "에서 보냄", "에서 보냈습니다", " gönderildi", "傳送")
"""Ends of such lines where a device must be named, too."""

AUTO_REPLY_SUBJECTS = (
    "auto:", "autoreply", "auto-reply", "auto reply", "automatic reply", "automated reply", "auto response",
    "auto-response", "autoresponse", "out of office", "out-of-office", "out of the office", "vacation reply",
    "on vacation", "away from my mail", "undeliverable", "undelivered mail", "delivery status notification",
    "delivery failure", "mail delivery failed", "mail delivery failure", "returned mail", "failure notice", "read:",
    "delivered:", "automatische antwort", "abwesenheit", "abwesend", "automatische abwesenheit",
    "urlaubsbenachrichtigung", "unzustellbar", "gelesen:", "réponse automatique", "absent du bureau", "lu :",
    "non remis", "respuesta automática", "fuera de la oficina", "no se puede entregar", "leído:",
    "risposta automatica", "fuori sede", "fuori ufficio", "non recapitabile", "automatisch antwoord", "afwezig",
    "onbestelbaar", "resposta automática", "fora do escritório", "automatyczna odpowiedź", "odpowiedź automatyczna",
    "poza biurem", "autosvar", "automatiskt svar", "frånvaro", "automatisk svar", "fravær", "ikke til stede",
    "automaattinen vastaus", "автоответ", "автоматический ответ", "automatická odpověď", "自动回复", "自动答复",
    "自動回覆", "自動返信", "不在", "자동 회신", "부재중", "vacation:", "vacation auto", "ooo:", "[ooo]",
    "ooo -", "ooo until", "away:", "i am out of the office", "i'm out of the office", "i am away", "on leave",
    "on holiday", "annual leave", "holiday reply", "nicht im büro", "im urlaub", "urlaubsnotiz",
    "automatische rückantwort", "eingangsbestätigung",
    "réponse d'absence", "message d'absence", "avis d'absence", "notification d'absence", "absence du",
    "absent jusqu", "en vacances", "en congé", "risposta d'assenza", "risposta non al computer",
    "messaggio automatico", "assente", "assenza", "in ferie", "ferie", "ausente", "ausencia", "ausência",
    "de vacaciones", "respuesta de ausencia", "mensaje automático", "de férias", "resposta de ausência",
    "mensagem automática", "automatisch bericht", "niet aanwezig", "met vakantie", "op vakantie", "nieobecność",
    "nieobecny", "na urlopie", "urlop", "semester", "på semester", "på ferie", "ikke på kontoret", "poissa",
    "lomalla", "automaattivastaus", "нет на месте", "в отпуске", "отпуск:", "автоматична відповідь",
    "автоматическое уведомление", "mimo kancelář", "automatická odpoveď", "nepřítomnost", "automatikus válasz",
    "automata válasz", "házon kívül", "szabadságon", "αυτόματη απάντηση", "εκτός γραφείου", "απουσία",
    "răspuns automat", "raspuns automat", "în afara biroului", "automatinis atsakymas", "automatinis atsakas",
    "atostogos", "automātiskā atbilde", "automaatvastus", "automatski odgovor", "samodejni odgovor",
    "автоматичен отговор", "otomatik yanıt", "otomatik yanit", "ofis dışında", "תשובה אוטומטית", "מענה אוטומטי",
    "رد تلقائي", "پاسخ خودکار", "trả lời tự động", "ตอบกลับอัตโนมัติ", "balasan otomatis", "resposta automàtica",
    "away from the office", "away until", "not in the office", "vacation response", "out of town", "urlaub bis",
    "respuesta automatica", "reponse automatique", "resposta automatica", "autoodpowiedź", "autoodpowiedz",
    "automatyczna odpowiedz", "automaticka odpoved", "otomatik cevap", "ofis disinda", "自動応答", "自动应答",
    "accepted:", "declined:", "tentative:", "tentatively accepted:", "accepted invitation", "updated invitation",
    "zugesagt:", "abgesagt:", "abgelehnt:", "mit vorbehalt:", "akzeptiert:", "accepté :", "refusé :", "aceptado:",
    "rechazado:", "accettato:", "rifiutato:", "geaccepteerd:", "geweigerd:", "zaakceptowano:", "accepterat:",
    "자동 응답", "자동응답", "автоматическое сообщение", "auto-odpověď", "automatisk besvarelse",
)  # fmt: skip
"""Beginnings of the subjects of vacation notes, receipts and bounces."""
